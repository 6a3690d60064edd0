// Package conversations tests the words of all rooms: it plays what each keeps in its testdata,
// the conversations (NAME.txtar) and the lines that are read as another (meant.tsv). One test
// binary does, since each that holds the whole bot takes seconds to link and to learn to read:
//
//	go test ./commands/conversations -run //fight
//	go test ./commands/conversations -run TestConversations/fight/duel -update
package conversations
