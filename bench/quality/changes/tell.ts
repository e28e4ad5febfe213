/** What is told of a written change. */
import { textChange } from "@kittiwake/core/monitors/domain/Diff"
import { headlineOf } from "../../../packages/core/src/monitors/domain/describeChange.ts"
import type { ToldChange } from "./judge.ts"
import type { SampleChange } from "./SampleChange.ts"

export const tell = ({ after, before }: SampleChange): ToldChange => {
  const change = textChange(before, after)
  const quotes = change.edits.flatMap((edit) =>
    edit._tag === "Changed" ? [edit.quotes.before, edit.quotes.after] : edit.quotes
  )
  return { title: headlineOf(change), quotes }
}
