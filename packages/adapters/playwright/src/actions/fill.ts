/** Text into fields, and choices out of lists. */
import { Effect } from "effect"
import { choose, clearField, findChoice, holdsText, takeField } from "../page/fields.ts"
import { findByName, findField } from "../page/targets.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { ask } from "../render/PageFailed.ts"
import { actionFailed, clickFound, type Done, observed, pointed, touching, unseen } from "./act.ts"
import type { TargetName } from "./Instruction.ts"

/** Replaces the text of the field that was found last. */
export const typeIntoFound = Effect.fnUntraced(function* (opened: OpenPage, text: string) {
  const { page, world } = opened
  const found = yield* pointed(opened)
  if (found.kind === "choice") return yield* chooseInFound(opened, text)
  const obstacle = yield* world.run(takeField, null)
  if (obstacle !== null) return yield* actionFailed(`${found.description} cannot be typed into: ${obstacle}.`)
  if (text === "") yield* touching(opened, world.run(clearField, null))
  else
    yield* touching(
      opened,
      ask(() => page.keyboard.insertText(text))
    )
  const isHeld = yield* world.run(holdsText, { text })
  return isHeld
    ? ({ method: "type", target: found.description, evidence: "the field holds the text" } satisfies Done)
    : yield* actionFailed(`${found.description} did not take the text.`)
})

/** Chooses in the list that was found last. */
export const chooseInFound = Effect.fnUntraced(function* (opened: OpenPage, option: string) {
  const found = yield* pointed(opened)
  if (found.isDisabled) return yield* actionFailed(`${found.description} is disabled.`)
  const chosen = yield* touching(opened, opened.world.run(choose, { option }), (one) => one === null)
  return chosen === null
    ? yield* actionFailed(`${found.description} has no choice called ${option}.`)
    : ({ method: "select", target: found.description, evidence: `it shows ${chosen}` } satisfies Done)
})

/** Finds the field of an instruction; without a name, the one that is meant by the page. */
export const seekField = Effect.fnUntraced(function* (opened: OpenPage, field: TargetName | null, isSearch = false) {
  const { isFound } = yield* field === null
    ? opened.world.run(findField, { isSearch })
    : opened.world.run(findByName, { ...field, among: "field" as const })
  const isSought = field !== null && /search/i.test(field.names.join(" "))
  if (isFound) return
  // “The search field” is often a field without a name.
  const other = isSought ? yield* opened.world.run(findField, { isSearch: true }) : { isFound: false }
  if (!other.isFound) {
    const called = field === null ? "" : ` called ${field.names[0] ?? ""}`
    yield* actionFailed(`No field${called} was found on the page.`)
  }
})

/** Types what to search for and sends it off. */
export const search = Effect.fnUntraced(function* (opened: OpenPage, text: string) {
  yield* seekField(opened, null, true)
  const typed = yield* typeIntoFound(opened, text)
  const evidence = yield* observed(
    opened,
    ask(() => opened.page.keyboard.press("Enter"))
  )
  return evidence === null
    ? yield* actionFailed(unseen(opened, "the search was sent off"))
    : ({ ...typed, evidence } satisfies Done)
})

/** Chooses in a list, or clicks a choice that is drawn in another way. */
export const chooseByName = Effect.fnUntraced(function* (opened: OpenPage, option: string, field: TargetName | null) {
  const { world } = opened
  if (field !== null) {
    yield* seekField(opened, field)
    const found = yield* pointed(opened)
    if (found.kind === "choice") return yield* chooseInFound(opened, option)
    yield* clickFound(opened)
  } else if (yield* world.run(findChoice, { option })) return yield* chooseInFound(opened, option)
  const target = { names: [option], role: "option" as const, among: "clickable" as const }
  const { isFound } = yield* world.run(findByName, target)
  return isFound ? yield* clickFound(opened) : yield* actionFailed(`No choice called ${option} was found on the page.`)
})
