/** Which properties of an object have no value. */
import type { DataObject, DataValue, ObjectShape } from "./DataShape.ts"
import { pointerPart } from "./Filling.ts"

const isObject = (value: DataValue | undefined): value is DataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isNothing = (value: DataValue | undefined): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

/** JSON pointers of them, those of objects within objects too. @internal */
export const nothingAnywhere = ({ properties }: ObjectShape, data: DataObject, path = ""): ReadonlyArray<string> =>
  properties.flatMap(({ name, shape }) => {
    const [value, at] = [data[name], path + pointerPart(name)]
    if (shape.kind === "object" && isObject(value)) return nothingAnywhere(shape, value, at)
    return isNothing(value) ? [at] : []
  })

/** What is still missing of what was; of an object that was missing as a whole, the rest. @internal */
export const stillMissing = (
  shape: ObjectShape,
  data: DataObject,
  missing: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const still = new Set(nothingAnywhere(shape, data))
  return missing.flatMap((path) => (still.has(path) ? [path] : [...still].filter((one) => one.startsWith(`${path}/`))))
}
