import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

const main = (html: string) => markdownOf(html, { mainContentOnly: true })

const kind = `<meta property="og:type" content="article">`
const sentence = "The frame moves with you, and the rain cover hides in the base, so that nothing gets wet on the way. "
const text = sentence.repeat(4).trim()
const paragraph = `<p>${text}</p>`

/** Parts of an article, and what is kept of the whole. */
const kept: Readonly<Record<string, readonly [html: string, piece: string]>> = {
  "the title that stands above its body": [
    `<title>Packs | Example</title><div><div><h1>Packs</h1></div></div><div class="article-body">${paragraph}</div>`,
    "# Packs"
  ],
  "a menu that is read": [
    `<main><h1>Eat</h1>${paragraph}<div id="menu"><h2>Starters</h2><p>Spring rolls with sweet chili sauce, peanuts and
     mint from the garden.</p><h2>Sweets</h2><p>Chocolate cake with a soft heart and vanilla ice cream.</p></div>${paragraph}</main>`,
    "Spring rolls"
  ],
  "code in a box with a toolbar": [
    `<article>${paragraph}<div class="code-toolbar"><pre><code>a()</code></pre><div class="toolbar"><button>Copy</button></div></div>
     ${paragraph}</article>`,
    "a()"
  ],
  "boxes of a page builder": [
    `<article>${paragraph}<div class="builder-widget"><h2>Prices</h2><table><tr><th>Base</th><td>90</td></tr></table></div>${paragraph}
     </article>`,
    "## Prices"
  ],
  "what is written under several pictures": [
    `<article>${paragraph}<div class="row"><div><a href="/a.jpg"><img src="/a.jpg"></a><div class="thumbcaption">An <a href="/x">old
     loom</a></div></div><div><a href="/b.jpg"><img src="/b.jpg"></a><div class="thumbcaption">A new one</div></div></div>${paragraph}</article>`,
    "A new one"
  ],
  "what stands above another heading than its title": [
    `<title>Packs</title><article><p>Wool comes before felt.</p><h1>Wool and felt</h1>${paragraph.repeat(3)}</article>`,
    "Wool comes before"
  ],
  "dates that are a list": [
    `<article>${paragraph.repeat(3)}<ul><li>March 4, 2026</li><li>March 5, 2026</li><li>March 6, 2026</li><li>March 9, 2026</li></ul></article>`,
    "March 9"
  ],
  "marks with the names of their notes": [
    `<article>${paragraph}<p>${sentence}<sup id="cite_ref-community_1"><a href="#x">[1]</a></sup></p></article>`,
    "\\[1\\]"
  ],
  "words with a tip": [
    `<article>${paragraph}<p>${sentence}<span class="tooltip-trigger"><a href="/x">Old loom</a></span></p></article>`,
    "Old loom"
  ],
  "short code with a link in its title": [
    `<article>${paragraph}<div class="wrapper"><div class="caption">a.py<a href="#i">¶</a></div><pre>run()</pre></div>${paragraph}</article>`,
    "run()"
  ],
  "questions that are buttons": [
    `<article>${paragraph}<h3><button aria-expanded="false">Is it wool?</button></h3>${paragraph}</article>`,
    "### Is it wool?"
  ],
  "headings that scroll below a bar": [
    `<article>${paragraph}<h2 class="scroll-m-20 overflow-hidden">Wool</h2>${paragraph}</article>`,
    "## Wool"
  ],
  "headings that are links, of sections": [
    `${kind}<article>${paragraph.repeat(3)}<h3><a href="/buy">A pack of wool from the north of Iceland</a></h3>${paragraph}</article>`,
    "A pack of wool"
  ],
  "a first paragraph in a box of its own": [
    `<main><div><span><p>Packs of wool are back, and they cost half of what they did a year ago in spring, as we found.</p></span>
     <span class="rest">${paragraph.repeat(3)}</span></div></main>`,
    "Packs of wool are back"
  ],
  "pictures in boxes without words": [
    `<article>${paragraph}<div><img src="/fog.jpg" alt="Fog"></div>${paragraph}</article>`,
    "![Fog](https://example.com/fog.jpg)"
  ],
  "what to see in an encyclopedia": [
    `<article>${paragraph}<h2>See also</h2><ul><li><a href="/a">Felt</a></li><li><a href="/b">Loom</a></li></ul></article>`,
    "Felt"
  ],
  "the largest picture of a figure that shows it twice": [
    `<article>${paragraph}<figure><div><img src="/fog-large.jpg"></div><div><img src="/fog-small.jpg"></div></figure>${paragraph}</article>`,
    "fog-large"
  ],
  "what scripts would show, where nothing else stands": [
    `<div class="post-body"><script type="text/template">x</script><noscript>${"<p>Wool from the north is back in all shops of the town. </p>".repeat(20)}</noscript></div>`,
    "Wool from the north"
  ],
  "an article that is marked up as standing aside": [
    `<main><aside class="detail"><h1>Packs</h1>${paragraph.repeat(3)}</aside><p>${sentence}</p></main>`,
    text
  ],
  "an article beside long lists of links": [
    `<div class="content">${paragraph.repeat(4)}<div><ul>${`<li><a href="/b">${sentence}</a></li>`.repeat(60)}</ul></div></div>
     <div class="content"><p>Packs, packs, packs, packs, packs, packs.</p></div>`,
    text
  ],
  "tasks with their boxes": [
    `<article>${paragraph}<ul><li><input type="checkbox" checked> Wash</li><li><input type="checkbox"> Dry</li></ul>${paragraph}</article>`,
    "- [x] Wash\n- [ ] Dry"
  ],
  "cells with boxes that nobody can tick": [
    `<article>${paragraph}<table><tr><th>Task</th><th>Done</th></tr><tr><td>Wash the pack</td><td><input type="checkbox" checked disabled></td></tr><tr><td>Dry it</td><td><input type="checkbox" disabled></td></tr><tr><td>Fold it</td><td><input type="checkbox"></td></tr></table>${paragraph}</article>`,
    "| Wash the pack | [x] |\n| Dry it | [ ] |\n| Fold it |  |"
  ],
  "the name of a button in a sentence": [
    `<article>${paragraph}<p>Press the <button>Start</button> button, and then wait until the drum stands still.</p>${paragraph}</article>`,
    "Press the Start button"
  ],
  "items of one letter": [`<article>${paragraph}<ol><li>x</li><li>y</li></ol>${paragraph}</article>`, "1. x\n2. y"],
  "the widest of several pictures": [
    `<article>${paragraph}<p><img src="/s.jpg" srcset="/s.jpg 300w, /l.jpg 1200w" alt="Fog"></p>${paragraph}</article>`,
    "![Fog](https://example.com/l.jpg)"
  ],
  "films and sounds as links": [
    `<article>${paragraph}<video controls><source src="/fog.mp4"></video>${paragraph}</article>`,
    "<https://example.com/fog.mp4>"
  ],
  "faces that are pictures": [
    `<article>${paragraph}<p>Well done <img class="emoji" alt="🙂" src="/e.svg" width="16"> all of you.</p>${paragraph}</article>`,
    "Well done 🙂 all of you."
  ],
  "lines of code that nothing but spans keeps apart": [
    `<article>${paragraph}<pre><code><span class="line">a()</span><span class="line"></span><span class="line">b()</span></code></pre></article>`,
    "a()\n\nb()"
  ],
  "what classes hide on some screens and show on others": [
    `<article>${paragraph}<div class="hidden md:block"><p>${"Washing wool takes cold water. "}${sentence}</p></div>${paragraph}</article>`,
    "Washing wool takes cold water"
  ],
  "all parts of a body that something stands between": [
    `<article><div class="story-body one">${paragraph}<p>Wool first.</p></div><div class="ad">Buy</div><div><div class="story-body two">
     ${paragraph.repeat(3)}</div></div></article>`,
    "Wool first."
  ],
  "parts of a body without prose": [
    `<article><div class="article-body">${paragraph}</div><div class="article-body"><h2>Wool</h2></div>
     <div class="article-body">${paragraph}</div></article>`,
    "## Wool"
  ],
  "a body that a tool for comments surrounds": [
    `<main>${paragraph}<div class="commentOnSelection"><div id="post-content"><p>${"Washing wool takes cold water. ".repeat(30)}</p></div>
     </div></main>`,
    "Washing wool takes cold water"
  ],
  "a section whose address is made of its heading": [
    `<article>${paragraph}<div id="sharing-with-one-friend"><h2>Sharing with one friend</h2><p>Cut it.</p></div>${paragraph}</article>`,
    "Cut it."
  ],
  "what wide screens alone show": [
    `<article>${paragraph}<div class="hidden items-center gap-4 sm:flex"><p>Wool.</p></div>${paragraph}</article>`,
    "Wool."
  ],
  "few numbered items": [
    `<article>${paragraph.repeat(3)}<ul><li>1/3 of the wool</li><li>1/3 of the felt</li><li>1/3 of the lace</li></ul></article>`,
    "1/3 of the lace"
  ],
  "drawings of MathJax, which have a menu": [
    `<article>${paragraph}<div>So <mjx-container class="MathJax CtxtMenu_Attached_0"><math><mi>x</mi></math></mjx-container>.</div>
     ${paragraph}</article>`,
    "$x$"
  ]
}

/** What stands in an article and is no part of it. */
const lost: Readonly<Record<string, readonly [html: string, piece: string]>> = {
  "legal notices below it": [
    `<main><div class="post-body">${paragraph}</div><div class="legal-disclaimer">${"<p>Views expressed in posts are not ours, and nothing here is advice of any kind to anybody.</p>".repeat(9)}</div></main>`,
    "Views expressed"
  ],
  "headings that nothing follows": [
    `<article>${paragraph}<h2>Comments</h2><div class="comments">x</div></article>`,
    "Comments"
  ],
  "what announces more of the site": [
    `<article>${paragraph}<p>For more on this topic</p><div class="related"><a href="/b">Belts</a></div>${paragraph}</article>`,
    "this topic"
  ],
  "counts of what readers did": [`<article>${paragraph.repeat(2)}<div>9 Likes</div></article>`, "9 Likes"],
  "a link back to the list": [`<body><a href="/">← back</a><h1>Packs</h1>${paragraph.repeat(3)}</body>`, "back"],
  "links under a heading that announces more": [
    `${kind}<article>${paragraph.repeat(3)}<section><h2>Related posts</h2><ul><li><a href="/b">Belts</a></li><li><a href="/c">Caps</a></li>
     </ul></section></article>`,
    "Belts"
  ],
  "what classes hide": [
    `<article>${paragraph}<div class="invisible"><p>${"Copied to the clipboard of this machine, and kept there for a while. ".repeat(8)}</p></div></article>`,
    "Copied"
  ],
  icons: [`<article>${paragraph}<p>Call <img src="/phone.png" width="16" alt="Phone"> us.</p></article>`, "phone.png"],
  "links to edit an encyclopedia": [
    `<article><h2>Wool<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>${paragraph}</article>`,
    "edit"
  ],
  "the title of its contents": [
    `<article>${paragraph}<h2>Contents</h2><ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li><li><a href="#c">Three</a></li></ul>
     <h2 id="a">One</h2>${paragraph}</article>`,
    "Contents"
  ],
  "a show of slides about something else": [
    `<article>${paragraph.repeat(3)}<ul>${Array.from({ length: 9 }, (_, at) => `<li><h2>${at + 1}/9 Belts</h2><p>${sentence}, and, so, on, here, it, is.</p></li>`).join("")}</ul></article>`,
    "Belts"
  ],
  "choices of a widget": [
    `<article>${paragraph}<div role="listbox"><div role="option">Python</div></div>${paragraph}</article>`,
    "Python"
  ],
  "pictures that lead elsewhere": [
    `<article>${paragraph}<ul><li><a href="/b"><img src="/b.jpg" alt="Belts"></a></li><li><a href="/c"><img src="/c.jpg" alt="Caps">
     </a></li></ul>${paragraph}</article>`,
    "Belts"
  ],
  "a sidebar with much prose": [
    `<div id="page"><div class="node">${paragraph.repeat(3)}</div><div class="sidebar-second">${"<p>New, newer, newest: packs, belts, caps, coats, socks, hats, all of it is here, now, and nowhere else on this island.</p>".repeat(5)}</div></div>`,
    "newest"
  ],
  "the smaller picture of a figure that shows it twice": [
    `<article>${paragraph}<figure><div><img src="/fog-large.jpg"></div><div><img src="/fog-small.jpg"></div></figure>${paragraph}</article>`,
    "fog-small"
  ],
  "a kicker above its title": [
    `<title>Packs</title><article><div><span>Hiking news</span></div><h1>Packs</h1>${paragraph.repeat(3)}</article>`,
    "Hiking news"
  ],
  "who wrote it and when, below its end": [
    `<article><h1>Packs</h1>${paragraph.repeat(3)}<div><p>By Ana Lopez</p><p>March 4, 2026</p></div></article>`,
    "Ana Lopez"
  ],
  "what stands around a body that is named": [
    `<div><div>Mail Ana what you think of her packs.</div><div class="article-body">${paragraph}</div><div>Visit our shop.</div></div>`,
    "Visit our shop"
  ]
}

describe("an article", () => {
  it.effect.each(Object.entries(kept))("keeps %s", ([, [html, piece]]) =>
    Effect.gen(function* () {
      assert.include(yield* main(html), piece)
    })
  )

  it.effect.each(Object.entries(lost))("loses %s", ([, [html, piece]]) =>
    Effect.gen(function* () {
      const markdown = yield* main(html)
      assert.include(markdown, text)
      assert.notInclude(markdown, piece)
    })
  )
})
