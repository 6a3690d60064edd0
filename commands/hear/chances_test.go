package hear_test

import (
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// answersEach fails where a sentence is not answered as the line that says the same.
func answersEach(t *testing.T, r *route.Router, rows map[string]string) {
	t.Helper()
	for line, plain := range rows {
		means(t, r, line, plain)
	}
}

// Sentences about dying and what others find of it.
func TestSentencesOfBones(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"there's already a bones file for dlvl 9, if i die there does mine replace it?":        "bones 9 waiting",
		"dlvl 7 already has bones, what happens when i die there":                              "bones 7 waiting",
		"someones bones are already on dl 14, will mine be kept":                               "bones 14 waiting",
		"hey if i die in minetown will other ppl find my stuff?":                               "bones minetown",
		"can other players loot me if i die in the valley":                                     "bones valley",
		"if i die in the mines can anyone find my things":                                      "bones mines",
		"dl15, stoned by a trice, bones?":                                                      "bones 15 stoned",
		"stoned by a cockatrice egg on 14... does my statue get found by anybody":              "bones 14 stoned",
		"will i be haunting dl7? shopkeeper pulped me":                                         "bones 7 killed by a shopkeeper",
		"soldier ant got me on dl 6, do i leave a ghost":                                       "bones 6 killed by a soldier ant",
		"top of vlads, can it hold bones":                                                      "bones vlad's tower top",
		"45 things in open inventory, dlvl 9: how many of them end up cursed for the next guy": "bones 9 45 items",
		"dlvl 20, 30 items, how many get cursed for whoever finds it":                          "bones 20 30 items",
		"do i leave bones if i quit":                                                           "bones dungeons quit",
		"do i leave bones when i ascend":                                                       "bones dungeons ascended",
	})
}
