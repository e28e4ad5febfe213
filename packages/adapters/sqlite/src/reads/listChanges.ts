/** Changes with conditions that the indexes of all changes do not know. */
import type { Connection, Value } from "../Connection.ts"
import { type ChangeSummaryRow, changeSummaryColumns } from "../writes/changeColumns.ts"
import { type OwnedList, ofEither } from "./ofEither.ts"
import { type Stretch, stretched } from "./stretches.ts"

export interface ChangeList extends OwnedList {
  readonly targetType: string | null
  readonly changeDetectionType: string | null
  readonly tag: string | null
}

/** What both lists ask of a row: each takes one value. */
const typesOf = (alias: string) => [
  `${alias}.target_type = ifnull(?, ${alias}.target_type)`,
  `${alias}.change_detection_type = ifnull(?, ${alias}.change_detection_type)`
]

const ofAll = ofEither<ChangeSummaryRow>("c", {
  select: `${changeSummaryColumns} from changes c`,
  table: "changes c",
  at: "c.detected_at",
  id: "c.id",
  // A monitor gives all its changes the same tags, until they are changed: so among those of one a tag is not rare.
  conditions: [...typesOf("c"), "(? is null or exists (select 1 from json_each(c.tags) t where t.value = ?))"]
})

const ofTag = stretched<ChangeSummaryRow>({
  select: `${changeSummaryColumns} from change_tags t cross join changes c on c.id = t.change_id`,
  table: "change_tags t",
  owned: ["t.organization_id = ?", "t.tag = ?", "t.detected_at >= ?"],
  at: "t.detected_at",
  id: "t.change_id",
  conditions: typesOf("t")
})

/** The first stretch of the list. */
export const listChanges = (db: Connection, list: ChangeList): Stretch<ChangeSummaryRow> => {
  const { changeDetectionType, monitorId, organizationId, since, slice, tag, targetType } = list
  const types: ReadonlyArray<Value> = [targetType, changeDetectionType]
  return tag === null || monitorId !== null
    ? ofAll(db, list, [...types, tag, tag])
    : ofTag(db, [organizationId, tag, since], slice, types)
}
