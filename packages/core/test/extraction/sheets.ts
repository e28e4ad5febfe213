/** What pages say, for rules that look for data in it. */
import type { Fact, FactSheet } from "../../src/extraction/domain/FactSheet.ts"

export const fact = (name: string, value: Fact["value"], more: Partial<Fact> = {}): Fact => ({
  name,
  value,
  source: "pair",
  context: "",
  quote: `${name}: ${value}`,
  ...more
})

export const sheet = (facts: ReadonlyArray<Fact>, more: Partial<FactSheet> = {}): FactSheet => ({
  url: "https://a.example/",
  title: null,
  language: "en",
  text: "",
  isCut: false,
  facts,
  lists: [],
  groups: [],
  ...more
})
