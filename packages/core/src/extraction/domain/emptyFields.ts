/** Which single values of an object are missing, and the object with some of them. */
import {
  type DataObject,
  type DataProperty,
  type DataValue,
  emptyObject,
  type ObjectShape,
  type ScalarShape
} from "./DataShape.ts"
import { pointerPart } from "./Filling.ts"
import { hasPattern } from "./withMatchers.ts"

/** A property that no page was found to say. */
export interface EmptyField {
  readonly path: string
  readonly property: DataProperty & { readonly shape: ScalarShape }
}

const isObject = (value: DataValue | undefined): value is DataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether it is a single value. One that must match a pattern is for those who can match it. */
const hasScalar = (property: DataProperty): property is EmptyField["property"] =>
  property.shape.kind !== "object" && property.shape.kind !== "list" && !hasPattern(property.shape)

/** The object at a place; one that is missing as a whole has nothing. */
const objectAt = (value: DataValue | undefined): DataObject => (isObject(value) ? value : {})

/** Whether a property is missing, by itself or with the object that it is in. */
const isMissing = (missing: ReadonlySet<string>, at: string): boolean => {
  for (let path = at; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) if (missing.has(path)) return true
  return false
}

/** The missing ones, in the order of the schema, those of objects within objects too. @internal */
export const emptyFields = (
  { properties }: ObjectShape,
  data: DataObject,
  missing: ReadonlySet<string>,
  path = ""
): ReadonlyArray<EmptyField> =>
  properties.flatMap((property) => {
    const [value, at] = [data[property.name], path + pointerPart(property.name)]
    if (property.shape.kind === "object") {
      return emptyFields(property.shape, objectAt(value), missing, at)
    }
    return hasScalar(property) && isMissing(missing, at) ? [{ path: at, property }] : []
  })

/** A list of texts that no page was found to say. */
export interface EmptyList {
  readonly path: string
  readonly property: DataProperty
}

/** The lists of texts that are missing or have nothing, likewise. @internal */
export const emptyLists = (
  { properties }: ObjectShape,
  data: DataObject,
  missing: ReadonlySet<string>,
  path = ""
): ReadonlyArray<EmptyList> =>
  properties.flatMap((property) => {
    const [value, at] = [data[property.name], path + pointerPart(property.name)]
    const { shape } = property
    if (shape.kind === "object") return emptyLists(shape, objectAt(value), missing, at)
    if (shape.kind !== "list" || shape.items.kind !== "text" || hasPattern(shape.items)) return []
    const isEmpty = isMissing(missing, at) || (Array.isArray(value) && value.length === 0)
    return isEmpty ? [{ path: at, property }] : []
  })

/** The object with these values by their pointers, in the order of the schema. @internal */
export const withValues = (
  { properties }: ObjectShape,
  data: DataObject,
  values: ReadonlyMap<string, string | number | boolean | ReadonlyArray<string>>,
  path = ""
): DataObject =>
  Object.fromEntries(
    properties.flatMap(({ name, shape }): ReadonlyArray<readonly [string, DataValue]> => {
      const [value, at] = [data[name], path + pointerPart(name)]
      const isFound = [...values.keys()].some((one) => one.startsWith(`${at}/`))
      if (shape.kind === "object" && !isObject(value) && isFound) {
        return [[name, withValues(shape, emptyObject(shape), values, at)]]
      }
      if (shape.kind === "object" && isObject(value)) return [[name, withValues(shape, value, values, at)]]
      const found = values.get(at) ?? value
      return found === undefined ? [] : [[name, found]]
    })
  )

/** The object without the values at these pointers, which are null then. @internal */
export const withoutValues = (
  { properties }: ObjectShape,
  data: DataObject,
  paths: ReadonlySet<string>,
  path = ""
): DataObject =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]): readonly [string, DataValue] => {
      const at = path + pointerPart(name)
      const shape = properties.find((one) => one.name === name)?.shape
      if (paths.has(at)) return [name, null]
      return [name, shape?.kind === "object" && isObject(value) ? withoutValues(shape, value, paths, at) : value]
    })
  )
