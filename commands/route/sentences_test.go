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
			{"A soldier ant noticed me on level 7 and I'd rather not fight it with 20 HP and an AC of 6. My Samurai has intrinsic speed, so the game says he is Fast, but I have no speed boots. Can I outrun it?", "outrun monster:soldier ant, haste:fast role:Samurai"},
			{"leocrotta on my tail and the upstairs are miles away, i dropped my loot already. im fast cause samurai, can i outrun it", "outrun monster:leocrotta, haste:fast role:Samurai"},
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
		"a name within a longer one": {
			{"master mind flayer, ac -14 mc 3, how much damage does it do", "hurt monster:master mind flayer, ac-14 mc3"},
			{"two soldier ants near me, hp 7(61), wand of sleep, never prayed, turn 5000, what now", "now wand of sleep, 2 soldier ant, hp7 maxhp61 turn5000 never"},
		},
		"how the hero is, where it does not matter": {
			{"Elven wizard, dlvl 10, int 19, XL 10. Found the book of finger of death in a closet, it's uncursed. How likely am I to botch it?", "learn finger of death, Wizard, xl10 int19 book:uncursed"},
			{"dlvl 13, 14 hp left, turn 9000, AC 3. does a minotaur respect elbereth", "elbereth minotaur"},
			{"there is a fountain on level 3. Is drinking from it more likely to help or to harm me?", "fountain use:quaff dlvl3"},
		},
		"the hero's own beasts": {
			{"My kitten has been carrying corpses for me. Neutral human valk, xl 8, luck 0, no gifts so far, fresh soldier ants. Chance of a gift per sacrifice?", "sac role:Valkyrie, corpse:soldier ant, race:human alignment:neutral xl8 luck0 gifts0"},
			{"Something called a quasit hit me. Large dog just killed it. How hard does a quasit hit at AC 6?", "hurt monster:quasit, ac6"},
			{"my large dog stepped on a polymorph trap. what can she become?", "polytrap monster:large dog"},
		},
		"figures in brackets": {
			{"How long, in turns, does a Wizard of level (10) with intelligence (18) and wisdom (12) require to regain (40) points of power?", "regen Wizard, xl10 int18 wis12 power40"},
			{"My armour class is (2). How often does a leocrotta strike me, and with what damage per turn?", "hurt monster:leocrotta, ac2"},
			{"A boon occurs with probability (1/20) per attempt. What is the chance of at least (2) in (30) attempts?", "odds 5% at least 2 in 30"},
		},
		"figures put right": {
			{"Wizard level 8 with 12 int... no, 17. fail rate for sleep?", "fail sleep, Wizard, xl8 int17"},
			{"fail wiz xl 8.. no wait, 9. int 17 sleep", "fail sleep, Wizard, xl9 int17"},
			{"pray, luck 2? no, 1. hp 5(50) never prayed turn 1000", "pray never turn1000 hp5 maxhp50 luck1"},
			{"Gnomish wizard died in Orcus Town, nah just kidding, in Minetown, with 12 items. bones?", "bones Minetown, race:gnome items12 Wizard"},
		},
		"readings that only leave something out are no rivals": {
			{"xl6 Sam, dips for excal at 95%", "excalibur Samurai, xl6 sure95"},
			{"8 uncursed unihorns, one zap, i want a marker out of it", "poly 8 uncursed unicorn horn, for:magic marker"},
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
			{"A soldier ant noticed me on level 7 and I would rather not fight it with 20 HP and an AC of 6. My Samurai has intrinsic speed, so the game says he is Fast, but I have no speed boots. Can I outrun it?", "outrun monster:soldier ant, haste:fast role:Samurai"},
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
