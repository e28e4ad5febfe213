import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shape } from "./reading.ts"

const header = "<header><a href=/>ACME Shop</a><nav><a href=/b>Products</a> <a href=/c>Contact us</a></nav></header>"
const footer = `<footer><p>${"Imprint, privacy and terms apply to all orders. ".repeat(6)}</p></footer>`
const script = "<script src=/shop.js></script>"
const around = (content: string): string => `${header}${content}${footer}${script}`

const words = (count: number): string => `<p>${"word ".repeat(count)}</p>`

/** Pages whose header and footer say much, and whose content only a browser shows. */
const awaited: Readonly<Record<string, string>> = {
  "an empty element with an id": around("<main><h1>Products</h1><div id=list></div></main>"),
  "one beside two sentences": around(`<main>${words(30)}<div id=list></div></main>`),
  "one whose blanks are all it has": around("<main><h1>Products</h1><section id=list>\n  \n</section></main>"),
  "an empty list": around("<main><h1>Products</h1><ul class=results></ul></main>"),
  "the rows of a table": around("<main><table><thead><tr><th>Item</th></tr></thead><tbody></tbody></table></main>"),
  "a word of loading": around("<main><h1>Products</h1><div id=list>Loading products…</div></main>"),
  "a word of loading alone": around("<main><h1>Products</h1><p>Loading</p></main>"),
  "a word of loading in German": around("<div><h1>Produkte</h1><div>Bitte warten ...</div></div>"),
  "a word of loading in Japanese": around("<div><h1>商品</h1><div>読み込み中…</div></div>"),
  "a word of loading beside an introduction": around(`<main>${words(60)}<div>Loading products...</div></main>`),
  "an element that is busy": around(`<main>${words(60)}<div aria-busy=true></div></main>`),
  "bones of what is to come": around(`<main>${words(60)}<div class="card-skeleton"></div></main>`),
  "what hides until values are there": around(`<main>${words(60)}<div v-cloak></div></main>`),
  "names in the place of values": around(`<main><h1>{{ title }}</h1><p>Price: {{product.price | money}}</p></main>`),
  "a frame that is marked by its roles": `<div role=banner>${words(60)}</div><div><h1>Products</h1><ul></ul></div>${script}`
}

/** Pages that say what they are about, or whose empty parts are for something else. */
const whole: Readonly<Record<string, string>> = {
  "a page without scripts": `${header}<main><h1>Products</h1><div id=list></div></main>${footer}`,
  "content beside an empty element": around(`<main>${words(60)}<div id=list></div></main>`),
  "much content beside a word of loading": around(`<main>${words(300)}<div>Loading comments…</div></main>`),
  "a sentence that begins with the word": around("<main><h1>Hours</h1><p>Loading dock opens at 8 am</p></main>"),
  "a shop whose name is such a word": around("<main><h1>Laden Berlin</h1><p>Open from 9 to 18</p></main>"),
  "a part for what opens": around(
    "<main><h1>Hours</h1><p>9 to 18</p></main><div id=modal-root></div><div id=toasts></div>"
  ),
  "a part that others fill": around("<main><h1>Hours</h1><p>9 to 18</p><div id=disqus_thread></div></main>"),
  "an empty element without a name": around(
    "<main><h1>Hours</h1><p>9 to 18</p><div></div><div class=row></div></main>"
  ),
  "an element with a picture": around("<main><h1>Hours</h1><div id=hero><img src=/a.png></div></main>"),
  "a word of loading that nobody sees": around("<main><h1>Hours</h1><p hidden>Loading…</p><p>9 to 18</p></main>"),
  "an empty list of the footer": `${header}<main><h1>Hours</h1><p>9 to 18</p></main><footer><ul></ul></footer>${script}`,
  "a template in code": around("<main><h1>Docs</h1><p>Write this:</p><pre><code>{{ title }}</code></pre></main>"),
  "a template in the text of code": around("<main><h1>Docs</h1><p>Write <code>{{ title }}</code></p></main>")
}

describe("a page whose content only a browser shows", () => {
  for (const [name, html] of Object.entries(awaited)) {
    it.effect(`is told by ${name}`, () =>
      Effect.gen(function* () {
        assert.isTrue((yield* shape(html)).facts.awaitsScripts)
      })
    )
  }

  for (const [name, html] of Object.entries(whole)) {
    it.effect(`is not ${name}`, () =>
      Effect.gen(function* () {
        assert.isFalse((yield* shape(html)).facts.awaitsScripts)
      })
    )
  }
})
