import { assert, layer } from "@effect/vitest"
import type { Browser } from "@kittiwake/core/pages/Browser"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Effect, type Layer } from "effect"
import { CurrentActing, newActing } from "../../../core/src/budget/CurrentActing.ts"
import type { ScriptedServers as Servers } from "../../../core/src/testing/ScriptedServers.ts"
import { ScriptedServers } from "../../../core/src/testing/ScriptedServers.ts"

const shop = `<!doctype html><title>Shop</title>
<button id=more aria-label="Load more" onclick="list.insertAdjacentHTML('beforeend','<li>Darjeeling</li>')">+</button><ul id=list><li>Assam</li></ul>
<div role=tab tabindex=0 onclick="this.setAttribute('aria-selected','true');panel.hidden=false">Reviews</div><div id=panel hidden>Lovely tea</div>
<form onsubmit="event.preventDefault();out.textContent='found '+q.value"><input id=q type=search placeholder="Search teas"></form><p id=out></p>
<label for=size>Size</label><select id=size onchange="chosen.textContent=this.value"><option value=s>Small</option><option value=l>Large</option></select><p id=chosen></p>
<label><input type=checkbox id=gift> Gift wrap</label>
<label>Your name <input id=name></label><input id=mail aria-label="E-mail address">
<button disabled>Buy now</button><a href="/next">Next page</a>
<div id=shadow></div><script>shadow.attachShadow({mode:'open'}).innerHTML='<button>Inside</button>';shadow.shadowRoot.firstChild.onclick=(event)=>{event.target.textContent='pressed'}</script>`

const instruct = (...instructions: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { start } = yield* ScriptedServers
    const html = { "content-type": "text/html" }
    const server = yield* start([
      { path: "/", headers: html, body: shop },
      { path: "/next", headers: html, body: "<title>Next</title>the next page" }
    ])
    const actions = instructions.map((action) => ({ do: "perform" as const, action }))
    return yield* render(`${server.url}/`, { actions })
  })

/** Instructions in plain words are followed by rules, and seen to have worked. */
export const performTests = (browsers: Layer.Layer<Browser | Servers, unknown>) =>
  layer(browsers, { timeout: "120 seconds", excludeTestServices: true })("plain instructions", (it) => {
    it.effect(
      "finds buttons, tabs and fields by what they are called",
      () =>
        Effect.gen(function* () {
          const seen = yield* instruct(
            "Click the 'Load more' button",
            "open the Reviews tab",
            "type Ada Lovelace into Your name and then enter ada@example.com into the e-mail address field",
            "select Large from Size",
            "please tick Gift wrap"
          )
          const results = seen.actionsApplied.map(({ method, status, targetDescription }) => [
            status,
            method,
            targetDescription
          ])
          assert.deepStrictEqual(results, [
            ["applied", "click", 'button "Load more"'],
            ["applied", "click", 'tab "Reviews"'],
            ["applied", "type", 'textbox "E-mail address"'],
            ["applied", "select", 'combobox "Size"'],
            ["applied", "click", 'checkbox "Gift wrap"']
          ])
          for (const text of ["Darjeeling", '<div id="panel">', '<p id="chosen">l</p>']) assert.include(seen.html, text)
        }),
      120_000
    )

    it.effect(
      "searches, reaches into components, and follows links",
      () =>
        Effect.gen(function* () {
          const seen = yield* instruct("search for sencha", "click Inside", "go to the Next page link")
          assert.deepStrictEqual(
            seen.actionsApplied.map(({ status }) => status),
            ["applied", "applied", "applied"]
          )
          assert.match(seen.actionsApplied[2]?.completionEvidence ?? "", /the page became .*\/next/)
          assert.include(seen.html, "the next page")
          assert.match(seen.url, /\/next$/)
        }),
      120_000
    )

    it.effect(
      "tells whoever asked whether anything was touched, also where nothing was seen of it",
      () =>
        Effect.gen(function* () {
          const touches = Effect.fnUntraced(function* (instruction: string) {
            const acting = newActing()
            yield* Effect.provideService(instruct(instruction), CurrentActing, acting)
            return acting.hasActed
          })
          const untouched = [
            ...["click Check out", "click Buy now", "make me a sandwich", "select Huge from Size", "accept cookies"],
            ...["type x into Colour", "close the popup", "scroll down"]
          ]
          const touched = ["press Escape", "type x into Your name", "select Large from Size", "click Inside"]
          const told = yield* Effect.filter([...untouched, ...touched], touches, { concurrency: 3 })
          assert.deepStrictEqual(told, touched)
        }),
      240_000
    )

    it.effect(
      "acts next on the page that a form leads to, however slowly it is answered and whatever is seen before",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const html = { "content-type": "text/html" }
          const server = yield* start([
            {
              path: "/",
              headers: html,
              body: `<form method=post action="/order" onsubmit="button.disabled=true"><button id=button>Order</button></form>
                <form method=post action="/quiet"><button>Quietly</button></form><form method=post action="/list"><select name=size onchange="form.submit()"><option>S<option>L</select></form>`
            },
            ...["/order", "/quiet", "/list"].map((path) => ({
              ...{ path, headers: html, delayMillis: 2_700 },
              body: `<button onclick="document.body.append('paid')">Pay</button>`
            }))
          ])
          yield* Effect.forEach(
            ["click Order", "click Quietly", "select L"],
            Effect.fnUntraced(function* (first) {
              const actions = [first, "click Pay"].map((action) => ({ do: "perform" as const, action }))
              const seen = yield* render(`${server.url}/`, { actions })
              assert.deepStrictEqual(
                seen.actionsApplied.map(({ status }) => status),
                ["applied", "applied"],
                JSON.stringify([first, seen.actionsApplied])
              )
              assert.include(seen.html, "paid")
            }),
            { concurrency: 3 }
          )
        }),
      240_000
    )

    it.effect(
      "says why an instruction was not followed",
      () =>
        Effect.gen(function* () {
          const failures = yield* Effect.forEach(
            ["click Check out", "click Buy now", "make me a sandwich", "select Huge from Size", "type x into Colour"],
            (instruction) => Effect.map(instruct(instruction), ({ actionsApplied }) => actionsApplied[0]?.error ?? ""),
            { concurrency: 3 }
          )
          const expected = [
            /Nothing called Check out/,
            /disabled/,
            /No rule understands/,
            /no choice called Huge/,
            /No field called Colour/
          ]
          for (const [index, pattern] of expected.entries()) assert.match(failures[index] ?? "", pattern)
        }),
      120_000
    )
  })
