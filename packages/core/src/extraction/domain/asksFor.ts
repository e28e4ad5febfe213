/** Whether a schema asks for values of some kind, anywhere in it. */
import type { DataShape } from "./DataShape.ts"
import { type Wanted, wantedOf } from "./readTyped.ts"

/** @internal */
export const asksFor = (shape: DataShape, isOne: (wanted: Wanted) => boolean): boolean => {
  if (shape.kind === "list") return asksFor(shape.items, isOne)
  if (shape.kind !== "object") return false
  return shape.properties.some((property) => isOne(wantedOf(property)) || asksFor(property.shape, isOne))
}
