/** What pages write where they say nothing. */
import type { DataObject, DataValue } from "../../extraction/domain/DataShape.ts"
import { pointerPart } from "../../extraction/domain/Filling.ts"
import type { Filled } from "../../extraction/domain/fillSchema.ts"

const blank =
  /^(?:[-–—−_.*?/\s]+|n\.?\s?\/?\s?a\.?|t\.?b\.?[ad]\.?|unknown|not (?:available|applicable|specified|provided|known|disclosed)|undisclosed|unbekannt|keine angaben?|k\. ?a\.|inconnu|non (?:disponible|communiqué)|to be (?:announced|determined))$/iu

const isBlank = (value: DataValue): boolean => typeof value === "string" && blank.test(value)

const isObject = (value: DataValue): value is DataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Without values that only fill a place, which nobody says then; objects in lists too. @internal */
export const withoutBlanks = (filled: Filled): Filled => {
  const gone = new Set<string>()
  const told = (value: DataValue, path: string): DataValue => {
    if (Array.isArray(value)) return value.map((one: DataValue, at) => told(one, `${path}/${at}`))
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, told(one, path + pointerPart(name))]))
    }
    if (!isBlank(value)) return value
    gone.add(path)
    return null
  }
  const data = told(filled.data, "")
  if (gone.size === 0 || !isObject(data)) return filled
  return {
    ...filled,
    data,
    evidence: filled.evidence.filter(({ path }) => !gone.has(path)),
    missing: [...new Set([...filled.missing, ...gone])]
  }
}
