package web

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"delphi/bot"

	"delphi/bot/web/tourneys"
)

// finding is a rule of accessibility that a page breaks.
type finding struct {
	ID, Help string
	Nodes    []string // the elements that do
}

// needed says what to do without something that a test needs: DELPHI_NEED_CHROMIUM
// makes its absence a failure.
func needed(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("DELPHI_NEED_CHROMIUM") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// browser returns a browser for a test, which is skipped where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		needed(t, "there is no chromium here")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // begins the browser, which the time below does not end
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// A form is answered while it is filled in, says what is missing in its field, and its
// rows grow; the address is that of the answer.
func TestFormInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it begins a browser")
	}
	ctx := browser(t)
	server, _, _ := serve(t, Config{}, bot.Limits{})
	fill := func(selector, value string) chromedp.Action[chromedp.Void] {
		return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
			const field = document.querySelector(%q);
			field.value = %q;
			field.dispatchEvent(new Event("input", {bubbles: true}));
		}; true`, selector, value))
	}
	says := func(selector, text string) chromedp.Action[chromedp.Void] {
		return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`new Promise(done => {
			const look = () => (document.querySelector(%q)?.textContent ?? "").includes(%q) ? done(true) : setTimeout(look, 20);
			look();
		})`, selector, text), chromedp.EvalAwaitPromise)
	}
	err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/c/fail"), chromedp.WaitReady("main"),
		fill("#in-spell", "fireball"), says("#is-role", "Which role?"),
		fill("#in-role", "Wizard"), fill("#in-int", "18"), fill("[data-of=in-xl]", "12"), fill("[name='worn.cloak']", "robe"), says("#figure", "3% fail"),
		fill("#in-xl", "1"), says("#figure", "55% fail"))
	if err != nil {
		t.Fatal(err)
	}
	at, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname + " " + document.querySelector("[data-of=in-xl]").value + " " + document.querySelectorAll("[aria-invalid]").length`))
	if err != nil || at != "/a/5.0.0/fail/fireball,_Wizard,_xl1_int18_robe 1 0" {
		t.Errorf("the address, the slider and the marks are %q, %v", at, err)
	}
	err = chromedp.Do(ctx, chromedp.Navigate(server.URL+"/c/poly"), chromedp.WaitReady("main"),
		fill(".row:nth-of-type(1) [name=pile]", "unicorn horn"), fill(".row:nth-of-type(1) [name='pile.n']", "7"),
		fill(".row:nth-of-type(2) [name='pile.use']", "for"), fill(".row:nth-of-type(2) [name=pile]", "magic marker"), says("#figure", "chance of a magic marker"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.querySelectorAll(".row").length`)); err != nil || n != 3 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// A table is sorted by the column whose head is pressed, as numbers where it has them.
func TestSortInABrowser(t *testing.T) {
	ctx := browser(t)
	server, _, _ := serve(t, Config{}, bot.Limits{})
	column := func(press string) string {
		t.Helper()
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](press+"; true")); err != nil {
			t.Fatal(err)
		}
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[...document.querySelectorAll("tbody tr")].map(r => r.cells[3].textContent).join(" ")`))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/mon/5.0.0/a"), chromedp.WaitReady("thead button")); err != nil {
		t.Fatal(err)
	}
	press := `document.querySelectorAll("thead button")[3].click()`
	if up, down := column(press), column(press); up != "6 18 18 18 18 24" || down != "24 18 18 18 18 6" {
		t.Errorf("the speeds stand as %s, then as %s", up, down)
	}
}

// The heads of a tournament's tables are links; with the script they sort in place.
func TestLinkedHeadsInABrowser(t *testing.T) {
	ctx := browser(t)
	server, w, s := serve(t, Config{}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	e := hold(t, w, 3, 30)
	publish(t, w, e)
	w.Wait(0)
	// Not the standings: they listen for news, and their server would wait for them.
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+tourneys.Path(e.ID, "trophy", "score")), chromedp.WaitReady("main")); err != nil {
		t.Fatal(err)
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(() => {
		const head = document.querySelectorAll("thead a.sort")[1];
		const names = () => [...head.closest("table").tBodies[0].rows].map(r => r.cells[1].textContent);
		head.click();
		const up = names();
		head.click();
		return [...up, ...names(), head.closest("th").ariaSort, location.search].join(" ");
	})()`))
	if err != nil || got != "player0 player1 player2 player2 player1 player0 descending " {
		t.Errorf("sorted by name: %q, %v", got, err)
	}
}

// No kind of page breaks a rule of WCAG 2.2 AA, or is wider than the window, on a
// telephone, a tablet and a desk, dark and light. DELPHI_AXE is the file of
// axe-core, DELPHI_SHOTS a directory for pictures to look at.
func TestInABrowser(t *testing.T) {
	ctx := browser(t)
	axe, err := os.ReadFile(os.Getenv("DELPHI_AXE"))
	if err != nil {
		needed(t, "DELPHI_AXE names no file of axe-core (npm pack axe-core; axe.min.js)")
	}
	server, w, s := serve(t, Config{}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	s.tourneys.Live = playing{}
	e := hold(t, w, 12, 120)
	publish(t, w, e)
	w.Wait(0)
	ask := func(line string) string { return "/?q=" + url.QueryEscape(line) }
	pages := map[string]string{
		"home": "/", "calculators": "/c/", "calculator": "/c/hit", "answer": ask("fail wiz xl12 int18 fireball, robe"), "chart": ask("fail wiz int18 fireball chart"),
		"table": ask("polyfor magic marker from unicorn horn"), "wrong": ask("fail froce blot"), "lacking": "/c/fail?ask=1&spell=fireball&xl=99", "pile": ask("poly 7 unihorns for marker"), "start": "/start", "item": ask("item luckstone"), "mon": ask("mon soldier ant"), "monsters": "/mon/3.4.3/", "items": "/item/5.0.0/",
		"tournaments": "/t/", "standings": tourneys.Path(e.ID, ""), "player": tourneys.Path(e.ID, "p", "player0"), "trophies": tourneys.Path(e.ID, "trophy"), "deaths": tourneys.Path(e.ID, "deaths"),
		"games": tourneys.Path(e.ID, "games"), "rules": tourneys.Path(e.ID, "rules"), "audit": tourneys.Path(e.ID, "audit"), "streaks": tourneys.Path(e.ID, "streaks"), "none": "/nowhere",
		"trophy": tourneys.Path(e.ID, "trophy", "score"), "heroes": tourneys.Path(e.ID, "heroes"), "two": tourneys.Path(e.ID, "vs") + "?a=player0&b=player1", "now": tourneys.Path(e.ID, "now"), "seasons": tourneys.Path(e.ID, "seasons"),
	}
	for name, path := range pages {
		t.Run(name, func(t *testing.T) {
			if err := visit(ctx, server.URL+path, string(axe)); err != nil {
				t.Fatal(err)
			}
			for _, at := range views {
				found, wide, shot, err := look(ctx, at)
				if err != nil {
					t.Fatalf("%v: %v", at, err)
				}
				for _, f := range found {
					t.Errorf("%v: %s (%s) at %.300q", at, f.ID, f.Help, f.Nodes)
				}
				if wide > at.width {
					t.Errorf("%v: the page is %d px wide", at, wide)
				}
				if dir := os.Getenv("DELPHI_SHOTS"); dir != "" {
					if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, at.width, at.scheme)), shot, 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// view is how a page is looked at.
type view struct {
	width  int64
	scheme string
	rules  bool // axe-core looks, too, which takes a second
}

func (v view) String() string { return fmt.Sprintf("%d px, %s", v.width, v.scheme) }

// views are a telephone, a tablet and a desk, light and dark. Colours depend on the scheme alone,
// and sizes on the width, so that axe-core looks at each of them once and not at every pair.
var views = []view{{320, "light", true}, {320, "dark", false}, {768, "light", false}, {768, "dark", true}, {1440, "dark", false}, {1440, "light", true}}

// visit opens a page, and gives it axe-core.
func visit(ctx context.Context, address, axe string) error {
	return chromedp.Do(ctx, chromedp.Navigate(address), chromedp.WaitReady("main"), chromedp.Evaluate[chromedp.Void](axe+";true"))
}

// look shows the page in a window, and returns the rules that it breaks, how wide it is, and a
// picture.
func look(ctx context.Context, at view) (found []finding, wide int64, shot []byte, err error) {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: at.scheme}}}
	if _, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		return
	}
	if err = chromedp.Do(ctx, chromedp.EmulateViewport(at.width, 900)); err != nil {
		return
	}
	if at.rules {
		found, err = chromedp.Run(ctx, chromedp.Evaluate[[]finding](`axe.run(document, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
		}).then(r => r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.map(n => n.html)})))`, chromedp.EvalAwaitPromise))
	}
	if err == nil {
		wide, err = chromedp.Run(ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
	}
	if err == nil && os.Getenv("DELPHI_SHOTS") != "" {
		shot, err = chromedp.Run(ctx, chromedp.FullScreenshot(100))
	}
	return
}
