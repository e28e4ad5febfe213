import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { compile } from "css-select"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { parse } from "parse5"
import { makeMatching } from "../src/Matching.ts"
import { makeTreeAdapter, PageElement, type PageNode } from "../src/PageTree.ts"
import { doInline } from "../src/PageWork.ts"
import { compileSelector, compileSelectors, maxListParts } from "../src/Selectors.ts"
import { everything, provided, shape } from "./reading.ts"

/** Those that css-select has, which it does not publish. */
const aliases = [
  ...readFileSync(
    fileURLToPath(new URL("./pseudo-selectors/aliases.js", import.meta.resolve("css-select"))),
    "utf8"
  ).matchAll(/^ {4}"?([a-z-]+)"?: /gm)
].map(([, name]) => name!)

const treeOf = (markup: string): PageElement => parse(markup, { treeAdapter: makeTreeAdapter() })

const elementsOf = (root: PageElement): ReadonlyArray<PageElement> =>
  root.children.flatMap((child) =>
    child instanceof PageElement ? [...(child.isRoot ? [] : [child]), ...elementsOf(child)] : []
  )

/** What a selector matches of a page, and the steps that were counted. */
const matched = (markup: string | PageElement, selector: string) => {
  const matching = makeMatching(1e12)
  const matches = Result.getOrThrowWith(compileSelector(selector, matching), ({ message }) => new Error(message))
  const found = elementsOf(typeof markup === "string" ? treeOf(markup) : markup).filter(matches)
  return { found, steps: matching.spent() }
}

const stepsOf = (markup: string, selector: string): number => matched(markup, selector).steps

const namesOf = (markup: string, selector: string): string =>
  matched(markup, selector)
    .found.map(({ attributes, name }) => attributes.find((one) => one.name === "id")?.value ?? name)
    .join(" ")

const letters = (count: number) => "a".repeat(count)

describe("Compiling selectors", () => {
  it("reads a pseudo-class that stands for a long selector once for a page, however often it is written", () => {
    const form = "<input disabled><select><option selected>1</select>"
    const once = stepsOf(form, "input:disabled")
    const often = stepsOf(form, `input${":disabled".repeat(120)}`)
    assert.isAbove(once, 4_000)
    // What is written is read, and compiled as one part each.
    assert.isBelow(often, once + 119 * 40 + 2_000)
  })

  it("knows all pseudo-classes that css-select reads as a selector", () => {
    const { aliases: known } = makeMatching()
    assert.sameMembers([...known.keys()], aliases)
  })

  it("takes so many parts of all selectors of a list, and names the one that is too much", () => {
    const long = (name: string) => `${name}${":enabled".repeat(119)}`
    const most = Math.floor(maxListParts / 120)
    const list = Array.from({ length: most + 1 }, (_, at) => long(`a${at}`))
    assert.isTrue(Result.isSuccess(compileSelectors(list.slice(1), makeMatching())))
    const refused = compileSelectors(list, makeMatching())
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused)) {
      assert.isTrue(list.at(-1)!.startsWith(refused.failure.selector))
      assert.include(refused.failure.message, `${maxListParts} parts`)
    }
    // A hundred as a browser copies them are no burden.
    const copied = "body > div.app > main > section:nth-child(3) > div.row > div > ul > li:first-child > a.more > span"
    assert.isTrue(Result.isSuccess(compileSelectors(Array(100).fill(copied), makeMatching())))
  })

  it.effect("refuses selectors of too many parts when they are checked, and when rules have them", () =>
    Effect.gen(function* () {
      const selector = `p${":enabled".repeat(119)}`
      const reader = yield* PageReader
      const checked = yield* Effect.flip(reader.checkSelectors(Array(50).fill(selector)))
      assert.strictEqual(checked._tag, "InvalidSelector")
      const rule = { selector, type: "item", output: { _tag: "Text" } } as const
      const extract = new Map(Array.from({ length: 50 }, (_, at) => [`f${at}`, rule]))
      assert.strictEqual((yield* Effect.flip(shape("<p>x", { extract })))._tag, "InvalidSelector")
    }).pipe(provided)
  )

  it("is done elsewhere where there is much to compile", () => {
    const inline = (includeSelectors: ReadonlyArray<string>) =>
      doInline({
        kind: "shape",
        request: { ...everything, html: "<p>x", includeSelectors, excludeSelectors: includeSelectors }
      }).kind
    const long = (count: number) => Array.from({ length: count }, (_, at) => `p${at}${" > .a".repeat(60)}`)
    assert.strictEqual(inline(long(25)), "costly")
    assert.strictEqual(inline(long(5)), "done")
  })

  it("reads again what it knows as it was, also where compiling changes it", () => {
    for (const selector of ["p:has(> b)", "p.x[id]:first-child", ":is(p > b, b.y)", "b:not(.y ~ b)"]) {
      const page = '<p class=x id=1><b id=2>a</b><b class=y id=3>b</b></p><p class="x y"><i>c</i></p>'
      const first = namesOf(page, selector)
      assert.strictEqual(namesOf(page, selector), first)
      assert.notStrictEqual(first, "")
    }
  })

  it("keeps nothing of the address that a selector was cut out of", () => {
    setFlagsFromString("--expose-gc")
    const collect: () => void = runInNewContext("gc")
    const heldMegabytes = () => {
      collect()
      return process.memoryUsage().heapUsed / 1_000_000
    }
    const before = heldMegabytes()
    for (let at = 0; at < 200; at++) {
      const address = `${letters(300_000)} .selector-of-page-${at}`
      assert.isTrue(Result.isSuccess(compileSelector(address.slice(300_001), makeMatching())))
    }
    assert.isBelow(heldMegabytes() - before, 30)
  })

  it("refuses what cannot be counted or is no pseudo-class", () => {
    for (const selector of [
      `:nth-child(n${" ".repeat(100)})`,
      `:lang(${Array(200).fill("en").join()})`,
      ":lang",
      ":contains",
      "p:constructor",
      "p:\\30",
      "p:__proto__",
      "p:enabled(x)"
    ]) {
      assert.isTrue(Result.isFailure(compileSelector(selector, makeMatching())), selector)
    }
  })
})

describe("What selectors ask of an element", () => {
  it("is what css-select asks", () => {
    const name = fc.constantFrom("a", "p", "x-y", "viewbox")
    const attribute = fc.constantFrom("id", "class", "title", "lang", "type", "viewbox", "data-a")
    const words = fc.array(fc.constantFrom("a", "A", "ab", "b", "-", "en", "en-US", " ", "\u00a0", "é", "É"), {
      maxLength: 6
    })
    const value = words.map((some) => some.join(""))
    const operator = fc.constantFrom("=", "~=", "|=", "^=", "$=", "*=", "!=")
    const test = fc
      .tuple(attribute, operator, value, fc.constantFrom("", " i", " s"))
      // A word that is empty, or has white space, is in no list of words.
      .filter(([, sign, wanted]) => sign !== "~=" || wanted !== "")
      .map(([at, sign, wanted, flag]) => `[${at}${sign}"${wanted}"${flag}]`)
    const language = fc.array(fc.constantFrom("en", "*-us", "*", "de", "en-*-us", '""'), { minLength: 1, maxLength: 3 })
    const simple = fc.oneof(
      name,
      test,
      attribute.map((at) => `[${at}]`),
      value.map((text) => `:contains("${text}")`),
      value.map((text) => `:icontains("${text}")`),
      language.map((ranges) => `:lang(${ranges.join()})`),
      fc.constantFrom(...aliases.map((alias) => `:${alias}`)),
      fc.constantFrom(":first-child", ":last-child", ":only-child", ":nth-of-type(2n)", ":empty", ":root", "*"),
      fc.constantFrom(":first-of-type", ":last-of-type", ":only-of-type")
    )
    const combined = fc.oneof(
      simple,
      fc.tuple(simple, fc.constantFrom(" ", " > ", " + ", " ~ "), simple).map((parts) => parts.join("")),
      fc.tuple(fc.constantFrom("is", "not", "has", "where"), simple).map(([outer, inner]) => `:${outer}(${inner})`)
    )
    const node: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc
        .tuple(
          fc.constantFrom("a", "p", "x-y", "svg", "input", "option", "select", "h1"),
          fc.array(fc.tuple(attribute, value), { maxLength: 3 }),
          fc.oneof(
            { maxDepth: 3 },
            value,
            fc.array(tie("node"), { maxLength: 3 }).map((inside) => inside.join(""))
          )
        )
        .map(
          ([tag, attributes, inside]) =>
            `<${tag} ${attributes.map(([at, is]) => `${at}="${is}"`).join(" ")}>${inside}</${tag}>`
        )
    })).node
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), combined, (nodes, selector) => {
        const root = treeOf(nodes.join(""))
        const { adapter } = makeMatching(1e12).options
        const expected = compile<PageNode, PageElement>(selector, { relativeSelector: false, adapter: adapter! })
        assert.deepStrictEqual(matched(root, selector).found, elementsOf(root).filter(expected), selector)
      }),
      { numRuns: 1_000 }
    )
  })

  it("finds words, parts and beginnings", () => {
    const page = `<p id=a class="one  two\tthree" title="Blue Mug"><p id=b class=one title="bluE"><p id=c class=onetwo><svg id=d viewBox="0 0"></svg>`
    assert.strictEqual(namesOf(page, ".one"), "a b")
    assert.strictEqual(namesOf(page, ".three"), "a")
    assert.strictEqual(namesOf(page, ".two"), "a")
    assert.strictEqual(namesOf(page, "[title*='e mu' i]"), "a")
    assert.strictEqual(namesOf(page, "[title^=blue i]"), "a b")
    assert.strictEqual(namesOf(page, "[class*=two]"), "a c")
    assert.strictEqual(namesOf(page, "[viewbox]"), "d")
  })

  it("is counted by what is looked at: names, attributes, letters and languages", () => {
    const paragraphs = "<p></p>".repeat(100)
    const names = (count: number) => `:is(${Array.from({ length: count }, (_, at) => `a${at}`).join()})`
    assert.isAbove(stepsOf(paragraphs, names(120)), 0.5 * 120 * 100)

    // What is sought stands nearly everywhere.
    const same = `<p title="${letters(10_000)}">`
    assert.isAbove(stepsOf(same, `[title*="${letters(1_000)}b"]`), 10_000 * 30)
    assert.isAbove(stepsOf(same, `[title*="${letters(1_000)}b" i]`), 10_000 * 30)
    assert.isAbove(stepsOf(`<p>${letters(10_000)}`, `p:contains(${letters(1_000)}b)`), 10_000 * 30)
    assert.isAbove(stepsOf(`<p title="${"a ".repeat(5_000)}">`, `[title~="${letters(1_000)}"]`), 500)

    const lowered = `<p title="${"É".repeat(1_000)}">`
    assert.isAbove(stepsOf(lowered, `[title="${"é".repeat(1_000)}" i]`), 100)
    assert.isAbove(stepsOf(lowered, "[title*=q i]"), 200)

    const long = (more: string) => `${letters(1_900)}${more}`
    const attributes = Array.from({ length: 200 }, (_, at) => long(String(1_000 + at))).join(" ")
    assert.isAbove(stepsOf(`<p ${attributes}>`, `[${long("bbbb")}]`), 500)
    assert.isAbove(stepsOf(`<svg ${attributes}>`, `[${long("bbbb")}]`), 10_000)

    const subtags = `aa${"-bb".repeat(1_000)}`
    const ranges = Array(100).fill("*-c").join()
    assert.isAbove(stepsOf(`<html lang="${subtags}">`, `:lang(${ranges})`), 50 * 1_000)
  })

  it("looks for the first, the last and the one before no further than it must", () => {
    const rows = (count: number) => "<i></i> ".repeat(count)
    for (const end of ["first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type"]) {
      assert.isBelow(stepsOf(rows(20_000), `i:${end}`), 20_000 * 8, end)
      assert.isBelow(stepsOf(rows(20_000), `i:not(:${end})`), 20_000 * 8, end)
    }
    assert.isBelow(stepsOf(rows(20_000), "i + i"), 20_000 * 8)
    // What must be looked through is counted: no other has that name, and the last is asked about before the first.
    const others = Array.from({ length: 400 }, (_, at) => `<x-${at}></x-${at}>`).join("")
    assert.isAbove(stepsOf(others, ":only-of-type"), 400 * 400)
    assert.isAbove(stepsOf(rows(400), ":nth-last-child(1)"), (400 * 400) / 2)
    const asked = makeMatching(1e12)
    const elements = elementsOf(treeOf(rows(2_000))).filter(({ name }) => name === "i")
    const before = asked.options.adapter?.prevElementSibling
    for (let at = 1; at < 1_000; at += 1) {
      assert.strictEqual(before?.(elements.at(-at)!), elements.at(-at - 1))
      assert.strictEqual(before?.(elements[at]!), elements[at - 1])
    }
    assert.isAbove(asked.spent(), (1_000 * 4_000) / 32)
  })

  it("asks about a language once that many elements inherit", () => {
    const page = (count: number) => `<html lang="aa${"-bb".repeat(1_000)}">${"<p></p>".repeat(count)}`
    const ranges = `:lang(${Array(100).fill("*-c").join()})`
    const few = stepsOf(page(1), ranges)
    assert.isBelow(stepsOf(page(1_000), ranges), few * 3)
  })

  it("asks elements for no text that what is around them lacks", () => {
    const deep = `${"<div>".repeat(200)}${"word ".repeat(200)}`
    assert.isBelow(stepsOf(deep, ":contains(cups)"), 3_000)
    assert.strictEqual(matched(deep, ":contains(word)").found.length, 202)
    // Nor twice for the same: many elements ask about what is around them.
    const beside = (count: number) =>
      stepsOf(`<div>${"word ".repeat(2_000)}${"<b></b>".repeat(count)}</div>`, ":contains(word) b")
    assert.isBelow(beside(1_000), beside(0) + 1_000 * 40)
  })
})

/** How often a page is looked at: each name, list of children, list of attributes and parent that is read. */
const observed = (root: PageElement) => {
  const looks = { count: 0 }
  const watch = (element: PageElement): void => {
    for (const field of ["name", "children", "attributes", "parent", "namespace"] as const) {
      const value = element[field]
      Object.defineProperty(element, field, {
        get: () => {
          looks.count += 1
          return value
        }
      })
    }
  }
  for (const element of elementsOf(root)) watch(element)
  return looks
}

describe("The work for a step", () => {
  it("has a bound, whatever the selector is", () => {
    const name = fc.constantFrom("p", "b", "div", "q", "*", "x-y")
    const test = fc.constantFrom(".a", "#b", "[c]", "[title*=d]", "[title~=e i]", ":enabled", ":checked", ":lang(en)")
    const place = fc.constantFrom(
      ...[":first-child", ":last-child", ":only-child", ":first-of-type", ":last-of-type", ":only-of-type", ":empty"],
      ...[":root", ":nth-child(2n)", ":nth-last-child(3)", ":nth-of-type(odd)", ":nth-last-of-type(2)", ":link"],
      ...[":contains(x)", ":has(b)", ":has(> q)", ":has(+ p)", ":has(~ q)", ":not(b)", ":header", ":visited"]
    )
    const compound = fc
      .tuple(name, fc.array(fc.oneof(test, place), { maxLength: 4 }))
      .map(([tag, parts]) => tag + parts.join(""))
    const combinator = fc.constantFrom(" ", " > ", " + ", " ~ ")
    const complex = fc
      .array(fc.tuple(combinator, compound), { maxLength: 4 })
      .chain((rest) => compound.map((first) => first + rest.flat().join("")))
    const listed = fc.array(complex, { minLength: 1, maxLength: 2 }).map((some) => some.join())
    const selector = fc.oneof(
      listed,
      fc
        .array(name, { minLength: 50, maxLength: 120 })
        .map((names) => `:is(${names.map((one, at) => (one === "*" ? "q" : `${one}${at}`)).join()})`)
    )
    const page = fc.constantFrom(
      "<p class=a>x</p>".repeat(60),
      `${"<div>".repeat(40)}${"<b>t</b>".repeat(30)}`,
      `<ul lang=en>${"<li><p>a <b>b</b></p><q c>x</q></li>".repeat(15)}</ul>`,
      `<form>${"<input disabled type=radio><select><option>1</select><fieldset></fieldset>".repeat(10)}</form>`
    )
    fc.assert(
      fc.property(page, selector, (markup, asked) => {
        const root = treeOf(markup)
        const elements = elementsOf(root)
        const matching = makeMatching(1e12)
        const matches = Result.getOrThrowWith(compileSelector(asked, matching), ({ message }) => new Error(message))
        const looks = observed(root)
        for (const element of elements) matches(element)
        assert.isAtMost(looks.count, 3 * matching.spent() + 3 * elements.length, asked)
      }),
      { numRuns: 300 }
    )
  })
})

describe("What rules take of a page", () => {
  const list = (selector: string, output: "Text" | "Html" = "Text") =>
    ({ selector, type: "list", output: { _tag: output } }) as const
  const tooMuch = (html: string, extract: Parameters<typeof shape>[1] & object) =>
    Effect.map(Effect.flip(shape(html, { ...extract, markdown: null, wantsHtml: false })), (error) => error.message)

  const tooManyValues = "The rules find more than 300000 values."

  it("is read elsewhere where much is walked through for it", () => {
    const inline = (html: string, fields: number) =>
      doInline({
        kind: "shape",
        request: {
          ...everything,
          html,
          markdown: null,
          extract: new Map(Array.from({ length: fields }, (_, at) => [`f${at}`, list("div")]))
        }
      }).kind
    const page = (depth: number) => "<div>".repeat(depth) + "<b></b>".repeat(3_500)
    assert.strictEqual(inline(page(390), 45), "costly")
    // Few elements are asked for here, each of which holds many.
    assert.strictEqual(inline(page(60), 2), "costly")
    assert.strictEqual(inline(page(3), 3), "done")
    // White space is looked through as well, whatever is left of it.
    assert.strictEqual(inline(`${"<div>".repeat(200)}${" ".repeat(100_000)}`, 2), "costly")
  })

  it.effect("has a limit of values, however short they are, and of names", () =>
    Effect.gen(function* () {
      const page = "<p></p>".repeat(60_000)
      const lists = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`f${at}`, list("p")]))
      const { extracted } = yield* shape(page, { extract: lists(9), markdown: null })
      assert.strictEqual(extracted?.f8?.length, 60_000)
      assert.strictEqual(yield* tooMuch(page, { extract: lists(10) }), tooManyValues)
      assert.strictEqual(yield* tooMuch("<p>a</p>".repeat(60_000), { extract: lists(5) }), tooManyValues)

      const item = { selector: "b", type: "item", output: { _tag: "Text" } } as const
      const nested = (name: string, count: number) => ({
        extract: new Map([
          [
            "rows",
            {
              selector: "p",
              type: "list" as const,
              output: {
                _tag: "Fields" as const,
                rules: new Map(Array.from({ length: count }, (_, at) => [`${name}${at}`, item]))
              }
            }
          ]
        ])
      })
      assert.strictEqual(yield* tooMuch(page, nested("f", 9)), tooManyValues)
      assert.include(yield* tooMuch(page, nested(letters(1_000), 1)), "8000000 characters")
      const rows = (yield* shape(page, { ...nested("f", 2), markdown: null })).extracted?.rows
      assert.deepStrictEqual((rows as ReadonlyArray<object>)[0], { f0: null, f1: null })
    })
  )

  const fields = (count: number, selectorOf: (at: number) => string) =>
    ({
      _tag: "Fields",
      rules: new Map(
        Array.from({ length: count }, (_, at) => [
          `field ${at}`,
          { selector: selectorOf(at), type: "item", output: { _tag: "Text" } } as const
        ])
      )
    }) as const
  const tableOf = (rows: number, columns: number) =>
    `<table>${Array.from({ length: rows }, (_, row) => `<tr>${`<td>cell of ${row}</td>`.repeat(columns)}</tr>\n`).join("")}`
  const rowsOf = (html: string, selector: string, output: ReturnType<typeof fields>) =>
    Effect.map(
      shape(html, {
        ...bare,
        extract: new Map([["rows", { selector, type: "list", output } as const]])
      }),
      ({ extracted }) => extracted?.rows as ReadonlyArray<Record<string, string | null>>
    )
  const bare = { markdown: null, wantsHtml: false, wantsMetadata: false, wantsLinks: false, wantsImages: false }
  const cell = (at: number) => `td:nth-child(${at + 1})`

  it.effect(
    "is answered for large tables and lists, with fields that are there and with others",
    () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(tableOf(12_000, 8), "tr", fields(8, cell))
        assert.deepStrictEqual([rows.length, rows.at(-1)?.["field 7"]], [12_000, "cell of 11999"])
        assert.strictEqual((yield* rowsOf(tableOf(25_000, 3), "tr", fields(3, cell))).length, 25_000)
        assert.strictEqual((yield* rowsOf(tableOf(6_000, 8), "tr:not(:first-child)", fields(8, cell))).length, 5_999)
        const card = `<div class="card">${Array.from({ length: 10 }, (_, at) => `<p class="f${at}">words</p>`).join("")}</div>`
        for (const [name, value] of [
          ["f", "words"],
          ["g", null]
        ] as const) {
          const cards = yield* rowsOf(
            card.repeat(8_000),
            ".card",
            fields(10, (at) => `.${name}${at}`)
          )
          assert.deepStrictEqual([cards.length, cards.at(-1)?.["field 9"]], [8_000, value])
        }
      }),
    60_000
  )

  it.effect(
    "is answered for fifty rules of plain selectors on a page of 5 MB",
    () =>
      Effect.gen(function* () {
        const item = `<div class="item"><p class="text"><a href="/x" title="y">${"words ".repeat(10)}</a></p></div>`
        const rules = (type: "list" | "item", selector: string) => ({
          ...bare,
          extract: new Map(
            Array.from({ length: 50 }, (_, at) => [`f${at}`, { selector, type, output: { _tag: "Text" } } as const])
          )
        })
        const page = item.repeat(40_000)
        assert.deepStrictEqual((yield* shape(page, rules("list", ".nothing"))).extracted?.f49, [])
        assert.strictEqual((yield* shape(page, rules("item", "h1.t, .title, meta[name=t]"))).extracted?.f49, null)
      }),
    60_000
  )
})
