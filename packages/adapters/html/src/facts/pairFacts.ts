/** Facts out of labels with their values, and out of lists. */

import type { PageElement } from "../PageTree.ts"
import { FactCollector, maxItems } from "./FactCollector.ts"
import { firstUrl, linkName } from "./firstUrl.ts"
import { hintsOf } from "./leafFacts.ts"
import { currentText, shownChildren, shownText } from "./shownText.ts"
import { contextOf, type Walk } from "./Walk.ts"

export const addPair = (label: string, value: string, at: Walk, quote: string): void => {
  const name = label.replace(/(?<!\s)\s*[:：]\s*$/u, "")
  if (name === "" || value === "") return
  at.collector.add({ name, value, source: "pair", context: contextOf(at), quote })
}

/** Labels that name one value together. */
const maxLabels = 20

/** What a list of descriptions says. */
export const addDescriptions = (list: PageElement, at: Walk): void => {
  const { budget } = at.collector
  let labels: Array<string> = []
  let isAnswered = false
  const pairs: Array<Pair> = []
  const visitPart = (parent: PageElement): void => {
    for (const child of shownChildren(parent)) {
      budget.step()
      if (budget.isCut) return
      if (child.name === "dt") {
        if (isAnswered) labels = []
        isAnswered = false
        if (labels.length < maxLabels) labels.push(shownText(child))
      } else if (child.name === "dd") {
        isAnswered = true
        const value = currentText(child)
        const url = firstUrl(child, at.addresses)
        for (const label of labels) {
          budget.step()
          addPair(label, value, at, `${label}: ${value}`)
          if (url !== undefined) addPair(linkName(label), url, at, `${label}: ${value}`)
          if (pairs.length < maxItems) pairs.push({ label, value })
        }
        for (const inner of shownChildren(child)) if (inner.name === "ul") addList(inner, labels[0] ?? "", at)
      } else visitPart(child)
    }
  }
  visitPart(list)
  addPairs(pairs, at)
}

interface Pair {
  readonly label: string
  readonly value: string
}

/** Labels and values below each other, `maxItems` at most, are also a table of two columns without a head. */
export const addPairs = (pairs: ReadonlyArray<Pair>, { collector, heading }: Walk): void => {
  if (pairs.length < 2) return
  const items = pairs.map(({ label, value }) => {
    const item = new FactCollector(collector.budget)
    const quote = `${label}: ${value}`
    item.add({ name: "", value: label, source: "pair", context: heading, quote })
    item.add({ name: "", value, source: "pair", context: heading, quote })
    return item.set
  })
  collector.addGroup({ name: heading, source: "pair", context: "", items })
}

/** Lines of a list as values. */
export const addList = (list: PageElement, name: string, at: Walk): void => {
  const items = shownChildren(list).filter((one) => one.name === "li")
  if (items.length > maxItems) at.collector.budget.leaveOut()
  const values = items.slice(0, maxItems).map((one) => shownText(one))
  const hints = hintsOf(list).join(" ")
  at.collector.addList({
    name: name === "" ? hints : name,
    source: "list",
    context: hints,
    values: values.filter((value) => value !== "")
  })
}
