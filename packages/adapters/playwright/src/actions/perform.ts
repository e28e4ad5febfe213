/** A plain instruction, done by rules: no model is asked. */
import { Effect } from "effect"
import { answerCookieBanner, putAwayOverlays } from "../overlays/clearPage.ts"
import { beginWatch } from "../page/evidence.ts"
import { findByName } from "../page/targets.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { actionFailed, clickFound, type Done, followed, hoverFound, pointed, pressKey, touching } from "./act.ts"
import { chooseByName, search, seekField, typeIntoFound } from "./fill.ts"
import type { Step, TargetName } from "./Instruction.ts"
import { parseInstruction } from "./parseInstruction.ts"
import { scrollPage } from "./scroll.ts"

/** Finds what a person means, first among what can be clicked. */
const seek = Effect.fnUntraced(function* (opened: OpenPage, target: TargetName) {
  for (const among of ["clickable", "any"] as const) {
    const { isFound } = yield* opened.world.run(findByName, { ...target, among })
    if (isFound) return
  }
  yield* actionFailed(`Nothing called ${target.names[0] ?? "that"} was found on the page.`)
})

const tick = Effect.fnUntraced(function* (opened: OpenPage, target: TargetName, isOn: boolean) {
  const { isFound } = yield* opened.world.run(findByName, { ...target, among: "field" as const })
  if (!isFound) yield* seek(opened, target)
  const found = yield* pointed(opened)
  if (found.kind === "tick" && found.isOn === isOn) {
    const evidence = `it is ${isOn ? "" : "not "}checked already`
    return { method: "click", target: found.description, evidence } satisfies Done
  }
  return yield* clickFound(opened)
})

const consent = Effect.fnUntraced(function* (opened: OpenPage, answer: "accept" | "reject" | "any") {
  const pressed = yield* touching(opened, answerCookieBanner(opened, answer), (button) => button === null)
  return pressed === null
    ? yield* actionFailed("No cookie banner was found on the page.")
    : ({ method: "click", target: pressed, evidence: "the button was pressed" } satisfies Done)
})

const doStep = Effect.fnUntraced(function* (opened: OpenPage, step: Step) {
  switch (step.step) {
    case "click":
      yield* seek(opened, step.target)
      return yield* clickFound(opened)
    case "hover":
      yield* seek(opened, step.target)
      return yield* hoverFound(opened)
    case "tick":
      return yield* tick(opened, step.target, step.isOn)
    case "choose":
      return yield* chooseByName(opened, step.option, step.field)
    case "type":
      yield* seekField(opened, step.field)
      return yield* typeIntoFound(opened, step.text)
    case "search":
      return yield* search(opened, step.text)
    case "press":
      return yield* pressKey(opened, step.key)
    case "consent":
      return yield* consent(opened, step.answer)
    case "closePopup": {
      yield* opened.world.run(beginWatch, { noiseMillis: 0 })
      const put = yield* touching(opened, putAwayOverlays(opened), (away) => away === 0)
      return put > 0
        ? ({ method: "click", target: null, evidence: `${put} overlays are gone` } satisfies Done)
        : yield* actionFailed("Nothing lies over the page.")
    }
    case "scroll":
      return yield* scrollPage(opened, { ...step, maxScrolls: step.times, container: null })
    case "scrollTo": {
      yield* seek(opened, step.target)
      const found = yield* pointed(opened)
      return { method: "scroll", target: found.description, evidence: "it is in view" } satisfies Done
    }
    case "wait":
      yield* Effect.sleep(step.millis)
      return { method: "wait", target: null, evidence: `${step.millis} ms passed` } satisfies Done
  }
})

const advice =
  "No rule understands this. Write one thing such as: click Load more; type shoes into Search; select Blue from Colour; press Enter."

/** Does all steps of an instruction; the last one stands for it in the answer. */
export const perform = Effect.fnUntraced(function* (opened: OpenPage, instruction: string) {
  const steps = parseInstruction(instruction)
  if (steps === null) return yield* actionFailed(advice)
  let last = null as Done | null
  for (const step of steps) {
    const isLast = step === steps.at(-1)
    // Of the last one, whoever does the whole sees to that.
    const done: Done = yield* isLast ? doStep(opened, step) : followed(opened, doStep(opened, step))
    last = { ...done, target: done.target ?? last?.target ?? null }
  }
  return last ?? (yield* actionFailed(advice))
})
