/**
 * What is written of a field in which one of several is chosen: all where they are few and short, such as sizes, and else the one that is chosen,
 * which is what a browser shows. A list of all countries or years says nothing of a page.
 */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { isHidden } from "../visibility.ts"

/** Choices that are few, characters of them together, choices that are looked at, and levels of groups that they stand in. */
const most = { few: 12, together: 200, all: 2_000, levels: 3 } as const

const between = " / "

const choicesIn = (parent: PageElement, found: Array<PageElement>, level = 0): ReadonlyArray<PageElement> => {
  for (const child of parent.children) {
    if (found.length >= most.all) break
    if (!(child instanceof PageElement) || isHidden(child)) continue
    if (child.name === "option") found.push(child)
    else if (level < most.levels) choicesIn(child, found, level + 1)
  }
  return found
}

/** Whether a field shows all its choices in a list. */
export const isListBox = (select: PageElement): boolean =>
  attributeOf(select, "multiple") !== undefined || Number(attributeOf(select, "size") ?? 1) > 1

const has = (name: string) => (choice: PageElement) => attributeOf(choice, name) !== undefined

/** A choice that asks to choose, such as *Select a size*, which browsers know by its empty value. */
const isPrompt = (choice: PageElement): boolean => attributeOf(choice, "value") === ""

const textOf = (choice: PageElement): string => collapsedText(choice, most.together + 1)

/** What is written of a field; empty where it has nothing to choose. */
export const choicesText = (select: PageElement): string => {
  const all = choicesIn(select, [])
  const said = all.length > most.few + 1 ? [] : all.filter((one) => !isPrompt(one)).map(textOf)
  const text = said.filter((one) => one !== "").join(between)
  if (text !== "" && said.length <= most.few && text.length <= most.together) return text
  const chosen = all.findLast(has("selected")) ?? all.find((one) => !has("disabled")(one)) ?? all[0]
  return chosen === undefined ? "" : textOf(chosen)
}
