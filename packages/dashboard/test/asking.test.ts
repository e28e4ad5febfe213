/** What is asked before something is lost, and what was asked for on another screen. */
import { assert, describe, it } from "@effect/vitest"
import { hold, isUnsaved, loseAll, mayLose, question } from "../app/parts/unsaved.ts"
import { askLook, isLookAsked } from "../app/screens/monitors/askedLook.ts"

describe("what was filled in", () => {
  it("is lost without a question where there is nothing, or only elsewhere", async () => {
    assert.isTrue(await mayLose())
    const [dialog, other] = [{}, {}]
    const letGo = hold(dialog)
    const ofScreen = hold(null)
    assert.isTrue(await mayLose(other))
    assert.isNull(question())
    assert.deepStrictEqual([isUnsaved(), isUnsaved(dialog), isUnsaved(other)], [true, true, false])
    letGo()
    assert.isTrue(await mayLose(dialog))
    assert.isTrue(isUnsaved())
    ofScreen()
    assert.isFalse(isUnsaved())
  })

  it("is asked about once for all that would lose it, each time above what was opened meanwhile", async () => {
    const dialog = {}
    const letGo = hold(dialog)
    const first = mayLose(dialog)
    const asked = question()
    const second = mayLose()
    assert.notStrictEqual(question()?.id, asked?.id)
    question()?.answer(false)
    assert.deepStrictEqual(await Promise.all([first, second]), [false, false])
    assert.isNull(question())
    const third = mayLose()
    question()?.answer(true)
    assert.isTrue(await third)
    letGo()
  })

  it("is not asked about any more once it was said that all of it is lost", async () => {
    const letGo = hold(null)
    loseAll()
    assert.isTrue(await mayLose())
    letGo()
    assert.isFalse(isUnsaved())
  })
})

describe("a look that was asked for on another screen", () => {
  it("is taken once, by the form of that address alone", () => {
    assert.isFalse(isLookAsked(""))
    askLook("https://shop.example/")
    assert.isTrue(isLookAsked("https://shop.example/"))
    assert.isFalse(isLookAsked("https://shop.example/"))
    askLook("https://shop.example/")
    assert.isFalse(isLookAsked("https://other.example/"))
    assert.isFalse(isLookAsked("https://shop.example/"))
  })
})
