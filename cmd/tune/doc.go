// Command tune tunes the weights of the reader on rows, scores rows, and explains how
// a line is read.
//
//	tune train [-o weights.txt] [-hunches hunches.txt] ROWS...
//	tune mean [-o weights.txt] WEIGHTS...
//	tune doubts [-o weights.txt] ROWS...
//	tune hunches [-hunches hunches.txt] ROWS...
//	tune unseen ROWS... -- ROWS...
//	tune disturbed ROWS...
//	tune score [-show wrong,missing,ask] [-kind fail] ROWS...
//	tune refused ROWS...
//	tune explain LINE...
//
// train tunes what the features of readings cost, and has the reader learn what the words of
// each kind of question are; hunches only does the latter, and says how often they are right
// about the rows of files that they were not learned from; mean takes the mean of several such tunings,
// which reads lines that none of them saw at least as well as the best; doubts finds how far the best reading may
// be believed, which takes some minutes, as the rows of each file are read with weights that
// were tuned on the others. unseen tunes on the rows before -- and scores those behind it, by
// themselves and with sentences beside them that it was not tuned with. disturbed says how
// many rows that are read right still are with hedges, typos, other words and the like in
// their lines. explain says how the last of some lines is read behind the others.
//
// asides.txt and asidepatterns.txt hold what people tell beside a question: rows are tuned
// with such sentences, too, which change nothing of what they mean. Those of facts.txt say how
// the hero is: a question takes of them what it has a place for.
//
// ROWS are files or folders of them: lines with what they mean, as
// commands/read/testdata/rows has them. Phrase files are read from the tree at -root, so
// that a change of them needs no build.
package main
