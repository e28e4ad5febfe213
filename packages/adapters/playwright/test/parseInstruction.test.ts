import { assert, describe, it } from "@effect/vitest"
import type { Step } from "../src/actions/Instruction.ts"
import { parseInstruction } from "../src/actions/parseInstruction.ts"

const steps = (text: string): ReadonlyArray<Step> => parseInstruction(text) ?? []

const first = (text: string): Step | undefined => steps(text)[0]

describe("a plain instruction", () => {
  it("names what to click, by its words and what kind of thing it is", () => {
    const target = (text: string) => {
      const step = first(text)
      return step?.step === "click" ? [step.target.names[0], step.target.role] : step
    }
    assert.deepStrictEqual(target("Click the 'Sign in' button."), ["Sign in", "button"])
    assert.deepStrictEqual(target("please press on Load more"), ["Load more", null])
    assert.deepStrictEqual(target("open the Pricing tab"), ["Pricing", "tab"])
    assert.deepStrictEqual(target("tap the button labelled “Next”"), ["Next", "button"])
    assert.deepStrictEqual(target("Go to the About us link"), ["About us", "link"])
    assert.deepStrictEqual(target("click the constructor labelled Next"), ["Next", null])
    assert.deepStrictEqual(target("press constructor"), ["constructor", null])
    const step = first("load more")
    assert.deepStrictEqual(step?.step === "click" && step.target.names, ["more", "load more"])
  })

  it("types, chooses, ticks and searches", () => {
    const field = (name: string) => ({ names: [name], role: "field" as const })
    assert.deepStrictEqual(first('type "to be in time" into Name'), {
      step: "type",
      text: "to be in time",
      field: field("Name")
    })
    assert.deepStrictEqual(first("fill the E-mail field with ada@example.com"), {
      step: "type",
      text: "ada@example.com",
      field: { names: ["E-mail", "E-mail field"], role: "field" }
    })
    assert.deepStrictEqual(first("select Blue from Colour"), { step: "choose", option: "Blue", field: field("Colour") })
    assert.deepStrictEqual(first("search for green tea"), { step: "search", text: "green tea" })
    const off = first("uncheck Newsletter")
    assert.strictEqual(off?.step === "tick" && off.isOn, false)
  })

  it("presses keys, scrolls, waits, and puts boxes away", () => {
    assert.deepStrictEqual(first("press Enter"), { step: "press", key: "Enter" })
    assert.deepStrictEqual(first("hit the page down key"), { step: "press", key: "PageDown" })
    assert.deepStrictEqual(first("scroll to the bottom of the page"), {
      step: "scroll",
      direction: "down",
      amount: "max",
      times: 1
    })
    assert.deepStrictEqual(first("scroll down 3 times"), {
      step: "scroll",
      direction: "down",
      amount: "viewport",
      times: 3
    })
    assert.deepStrictEqual(first("scroll up by 200 px"), { step: "scroll", direction: "up", amount: 200, times: 1 })
    assert.deepStrictEqual(first("wait for 2 seconds"), { step: "wait", millis: 2_000 })
    assert.deepStrictEqual(first("accept all cookies"), { step: "consent", answer: "accept" })
    assert.deepStrictEqual(first("dismiss the cookie banner"), { step: "consent", answer: "any" })
    assert.deepStrictEqual(first("close the newsletter popup"), { step: "closePopup" })
  })

  it("may have several steps, and quotes hold together", () => {
    const kinds = steps("type tea into Search and press Enter, then click the first and second; wait 1 s").map(
      ({ step }) => step
    )
    assert.deepStrictEqual(kinds, ["type", "press", "click", "wait"])
    const [only] = steps('click "Accept and then close"')
    assert.strictEqual(only?.step === "click" && only.target.names[0], "Accept and then close")
    for (const said of ["'salt; pepper and enter'", "‘salt and type’", "„salt and press“", "«salt and wait»"]) {
      const [typing, ...others] = steps(`type ${said} into Search and press Enter`)
      assert.strictEqual(typing?.step === "type" && typing.text, said.slice(1, -1))
      assert.deepStrictEqual(others, [{ step: "press", key: "Enter" }])
    }
    const [typing] = steps("type 'don't stop and wait' into Ann's note and press Enter")
    assert.strictEqual(typing?.step === "type" && typing.text, "don't stop and wait")
    // An apostrophe opens nothing.
    const words = steps("click Ann's note and press Enter, then open Tom's note; wait 1 s").map(({ step }) => step)
    assert.deepStrictEqual(words, ["click", "press", "click", "wait"])
  })

  it("is not followed in part, nor without end", () => {
    for (const text of ["", "  ", "frobnicate the widget", "click A then frobnicate it", "then"]) {
      assert.isNull(parseInstruction(text), text)
    }
    assert.isNull(parseInstruction(Array.from({ length: 6 }, () => "press Enter").join(" then ")))
  })

  it("of any length is read at once", () => {
    const began = process.hrtime.bigint()
    for (const part of [
      "click ",
      "type a into ",
      "scroll to ",
      "select x from ",
      '"',
      " and ",
      "the ",
      "accept the cookie banner "
    ]) {
      parseInstruction(part.repeat(1_000).slice(0, 5_000))
      parseInstruction(`click ${part.repeat(1_000).slice(0, 5_000)}!`)
    }
    assert.isBelow(Number(process.hrtime.bigint() - began) / 1e6, 2_000)
  })
})
