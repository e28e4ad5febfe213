/** Changes with conditions that the indexes of all changes do not know. */
import type { Connection, Value } from "../Connection.ts"
import { type ChangeSummaryRow, changeSummaryColumns } from "../writes/changeColumns.ts"
import { type OwnedList, ofEither } from "./ofEither.ts"
import { type Stretch, stretched } from "./stretches.ts"

export interface ChangeList extends OwnedList {
  readonly targetType: string | null
  readonly changeDetectionType: string | null
  readonly tag: string | null
  readonly triage: string | null
  readonly triagedAt: number | null
  /** A JSON list of which the change has one. */
  readonly importance: string | null
  /** A JSON list of words with a space before each. */
  readonly words: string | null
}

/** What is asked of the types in a row. Each takes one value. */
const typesOf = (alias: string) => [
  `${alias}.target_type = ifnull(?, ${alias}.target_type)`,
  `${alias}.change_detection_type = ifnull(?, ${alias}.change_detection_type)`
]

// A monitor gives all its changes the same tags, until they are changed: so among those of one a tag is not rare.
const isTagged = "(? is null or exists (select 1 from json_each(c.tags) t where t.value = ?))"

/** Words of a change from before they were kept are those that it was written with. */
const wordsOfRow = "ifnull(c.words, ' ' || lower(c.title || ' ' || c.summary))"

/** What else is asked of a change. */
const asked = [
  "(? is null or c.triaged_at = ?)",
  "(? is null or c.facts ->> '$.importance' in (select w.value from json_each(?) w))",
  `not exists (
    select 1 from json_each(?) t where not instr(${wordsOfRow}, t.value)
      and not instr(ifnull((select m.name_words from monitors m where m.id = c.monitor_id), ''), t.value)
  )`
]

const askedValues = ({ importance, triagedAt, words }: ChangeList): ReadonlyArray<Value> => [
  triagedAt,
  triagedAt,
  importance,
  importance,
  words
]

const all = { select: `${changeSummaryColumns} from changes c`, table: "changes c", at: "c.detected_at", id: "c.id" }

const isSo = "c.triage = ifnull(?, c.triage)"

const ofAll = ofEither<ChangeSummaryRow>("c", { ...all, conditions: [...typesOf("c"), isTagged, isSo, ...asked] })

/** What waits for somebody is found by its indexes, which know of nothing else. */
const ofWaiting = ofEither<ChangeSummaryRow>("c", {
  ...all,
  also: ["c.triage = ?", "c.triage <> 'done'"],
  conditions: [...typesOf("c"), isTagged, ...asked]
})

const ofTag = stretched<ChangeSummaryRow>({
  select: `${changeSummaryColumns} from change_tags t cross join changes c on c.id = t.change_id`,
  table: "change_tags t",
  owned: ["t.organization_id = ?", "t.tag = ?", "t.detected_at >= ?"],
  at: "t.detected_at",
  id: "t.change_id",
  conditions: [...typesOf("t"), isSo, ...asked]
})

/** Whether the indexes of what waits know of changes that stand so. */
export const isWaiting = (triage: string | null | undefined): triage is string =>
  triage === "open" || triage === "not_useful"

/** The first stretch of the list. */
export const listChanges = (db: Connection, list: ChangeList): Stretch<ChangeSummaryRow> => {
  const { changeDetectionType, monitorId, organizationId, since, slice, tag, targetType, triage } = list
  const types: ReadonlyArray<Value> = [targetType, changeDetectionType]
  const rest = askedValues(list)
  if (tag !== null && monitorId === null)
    return ofTag(db, [organizationId, tag, since], slice, [...types, triage, ...rest])
  return isWaiting(triage)
    ? ofWaiting(db, list, [...types, tag, tag, ...rest], [triage])
    : ofAll(db, list, [...types, tag, tag, triage, ...rest])
}
