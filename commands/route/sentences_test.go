package route_test

import "testing"

// TestSentences: how whole sentences are read.
func TestSentences(t *testing.T) {
	for about, lines := range map[string][][2]string{
		"chances as mathematicians write them": {
			{"14 unihorns, one zap, P(>=1 marker)", `poly 14 unicorn horn, for:magic marker`},
			{"14 unihorns, one zap, P(marker)?", `poly 14 unicorn horn, for:magic marker`},
			{"poly 14 unicorn horns for magic marker\n>=2", `poly 14 unicorn horn, for:2 magic marker`},
			{"3d6, P(>=12)", "odds 3d6 >= 12"},
			{"latest wiz asc sub-20k turns", "asc wiz turns<20000"},
		},
		"a question beside what only sounds like talk": {
			{"A soldier ant noticed me on level 7 and I'd rather not fight it with 20 HP and an AC of 6. My Samurai has intrinsic speed, so the game says he is Fast, but I have no speed boots. Can I outrun it?", "outrun soldier ant fast"},
			{"leocrotta on my tail and the upstairs are miles away, i dropped my loot already. im fast cause samurai, can i outrun it", "outrun leocrotta fast"},
		},
		"failures": {
			{"fail 37%, 6 tries, at least 2 fly", "odds 63% at least 2 in 6"},
			{"1 in 20 to miss. i missed three times. in a row. three. how unlucky is that", "odds 5% at least 3 in 3"},
		},
		"a thing with its charges is no trouble": {
			{"wand of digging (2:1), recharge again or will it blow", "charge wand of digging, charges1 recharged2"},
		},
		"a name that begins like a role": {
			{"arch-lich next door. i'm ac -3 with magic resistance. what does a turn of its company cost", "hurt monster:arch-lich, ac-3 magic-resistant"},
		},
		"a pet that is gone": {
			{"a dwarf just dug out of the wall and my kitten ran off. im a lvl 3 archeologist with my pick-axe, ac 8 and 19 hp, do i win this", "duel dwarf as archeologist xl3 ac8 hp19 pick-axe"},
		},
		"not a message": {
			{"tell me what a blessed potion of full healing does for my max hp", "item potion of full healing"},
		},
		"nouns cut short": {
			{"how does item scr charging work", "item scroll of charging"},
			{"7 uncursed scr light, one zap, P(scr genocide)", "poly 7 uncursed scroll of light, for:scroll of genocide"},
		},
		"a wish with a question behind it": {
			{"wish: blessed greased +2 GDSM, P(actually +2)?", "wish blessed greased +2 gray dragon scale mail"},
			{"wish: blessed greased +2 GDSM, P(actually +2)?\n+3", "wish +3 blessed greased gray dragon scale mail"},
		},
		"another suit than the one that is worn": {
			{"wiz xl9 int17 crystal plate mail, how much does leather armor hurt my sleep spell", "fail sleep, Wizard, xl9 int17 crystal plate mail ;; fail sleep, Wizard, xl9 int17 leather armor ;; fail sleep, Wizard, xl9 int17"},
		},
		"the hero is no foe where there is another": {
			{"A soldier ant noticed me on level 7 and I would rather not fight it with 20 HP and an AC of 6. My Samurai has intrinsic speed, so the game says he is Fast, but I have no speed boots. Can I outrun it?", "outrun soldier ant fast"},
			{"sac a soldier ant as a human Valkyrie, xl8 luck 0", "sac role:Valkyrie, corpse:soldier ant, race:human xl8 luck0"},
		},
		"the question at the end of a long post": {
			{"Hi all, my gnomish Wizard just reached level 9 and I finally found a dwarvish iron helm. I still have the cloak of magic resistance I started with, my Intelligence is 17, and my kitten died two floors ago. What would my failure rate for sleep be with both of them on?", "fail sleep, Wizard, xl9 int17 cloak of magic resistance, dwarvish iron helm"},
		},
	} {
		t.Run(about, func(t *testing.T) {
			for _, c := range lines {
				checkRead(t, c[0], c[1])
			}
		})
	}
}
