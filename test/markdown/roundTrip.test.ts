import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { markdownOf as read } from "../../bench/quality/contenders.ts"
import { hostileMarkup } from "./hostileMarkup.ts"
import { type Looked, readShape } from "./readShape.ts"
import { renderMarkdown } from "./renderMarkdown.ts"

// What is seen: the markup of a page, and what a renderer of another hand makes of its Markdown.

const markdownOf = (markup: string) => Effect.promise(() => read(markup))

const compare = (markup: string, markdown: string, looked: Looked, links = false, seen = (shape: string) => shape) =>
  assert.strictEqual(
    seen(readShape(renderMarkdown(markdown, { links }), looked)),
    seen(readShape(markup, looked)),
    markdown
  )

/** An inline element right behind another, which a browser may show apart from it: then the Markdown has a space there. */
const neighbours =
  /<\/(?:span|a|b|i|em|strong|label|time|small|mark|u)><(?:span|a|b|i|em|strong|label|time|small|mark|u)\b/

const asSeen = (markup: string) =>
  neighbours.test(markup) ? (shape: string) => shape.replaceAll(" ", "") : (shape: string) => shape

/** Markup whose Markdown was once read as something else. */
const misread: Readonly<Record<string, string>> = {
  "strong links beside words": `before<b><a href="/u">x</a></b>after`,
  "strong pictures beside words": `before<b><img src="/a.b" alt="p"></b>after`,
  "strong code beside words": `before<b><code>x</code></b>after`,
  "strong parts of strong and plain code": `a<b>b <code>x</code></b>c`,
  "all kinds of marks at once": "<p><b><i>a</i></b><i>b<b>c</b></i><b>d</b>e<del>f</del></p>",
  "emphasis inside strong words": "<p>a<b>b<i>c</i>d</b>e <i>f<b>g</b></i><b>h</b></p>",
  "marks over lines": "<p><b>a<br>b</b>c</p>",
  "elements told as text in two parts": "<span>&lt;</span>img src=x onerror=alert(1)&gt;",
  "items told in two parts": "1<span>. x</span>",
  "entities told in two parts": "&amp;<span>amp;</span>",
  "rules told as text": "_ _ _",
  "tables told as text": "<p>a | b<br>--- | ---<br>c</p>",
  "boxes to check and alerts told as text": "<ul><li>[ ] a</li></ul><blockquote>[!NOTE]<br>b</blockquote>",
  "code beside code": "<code>a</code><code>b</code>",
  "code with spaces at its ends": "a<code> b </code>c",
  "links that say link": `<a href="/u#v">link</a> <a href="/w">anchor</a>`,
  "rules in items": "<ul><li>a</li><li><hr></li></ul><ul><li><hr></li></ul>",
  "lists in items that start at another number": `<ul><li>a<ol start="3"><li>b</li></ol></li></ul>`,

  "addresses with signs of Markdown": String.raw`<a href="?a=\&b=(&copy;=*_">x</a><img src="/\?(&amp;amp;" alt="a">`,
  "addresses with spaces": `<a href="mailto:a b@c.example">x</a>`,
  "addresses that end with a backslash": String.raw`<a href="?q=\">x</a>`,
  "code that would end the label of a definition": "<a href='/u'><code>]: x</code></a> y",
  "pictures in links to their page": `<a href="#f"><img src="/a" alt="b"></a>`,
  "bars and backslashes in cells": String.raw`<table><tr><th>a|\|</th><th><code>a\|b</code></th></tr></table>`,
  "tildes behind lines of cells": "<table><tr><th>~a<br>~b</th><th>c</th></tr></table>",
  "addresses with marks behind an address of mail in marks": "<b><em>@http://a.example/_b_</em></b>",
  "a number behind an address": `<span>www.a.example</span> <a href="/">1</a>`,
  "number signs at the end of headings": "<h2>#</h2><h2>a #</h2>"
}

describe("Markdown, rendered again", () => {
  it.effect.each(Object.entries(misread))("keeps %s", ([, markup]) =>
    Effect.map(markdownOf(markup), (markdown) => {
      compare(markup, markdown, markup.includes("<b><a") ? "unmarked" : "all")
      if (!markup.includes("<a")) compare(markup, markdown, "text", true)
    })
  )

  it.effect("leaves punctuation out of marks where words touch it, and marks around nothing else", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(`say<b>"yes"</b>and Name<b>:</b> x`), `say"**yes**"and Name: x`)
      assert.strictEqual(yield* markdownOf(`a<b><a href="/u">x</a></b>b`), "a[**x**](https://example.com/u)b")
    })
  )

  it.effect("lets no formula bring elements, links or entities", () =>
    Effect.gen(function* () {
      const told = "&lt;img src=x&gt; [a](b) ![a](b) &amp;lt; [^1]"
      for (const markup of [
        `$$${told}$$`,
        `\\(${told}\\)`,
        `<math><annotation encoding="tex">${told}</annotation></math>`
      ]) {
        const html = renderMarkdown(yield* markdownOf(markup))
        assert.notMatch(html, /<(?:img|a|sup)\b|&lt;;/, html)
      }
    })
  )

  it.effect("leaves what stands in a list beside its items there", () =>
    Effect.gen(function* () {
      const markdown = yield* markdownOf(
        "<ul><li>a</li><ul><li>b</li></ul>c<li>d</li></ul><ul><ul><ul><li>e</li></ul></ul></ul>"
      )
      compare("<ul><li>a<ul><li>b</li></ul></li></ul>c<ul><li>d</li></ul><ul><li>e</li></ul>", markdown, "all")
    })
  )

  it.effect(
    "says what its page says, with no link, picture or element that was not there",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(hostileMarkup, async (markup) => {
            const markdown = await Effect.runPromise(markdownOf(markup))
            const seen = asSeen(markup)
            compare(markup, markdown, "unmarked", false, seen)
            compare(markup, markdown, "words", false, seen)
            compare(markup, markdown, "text", true, seen)
          }),
          { numRuns: 300 }
        )
      ),
    60_000
  )
})
