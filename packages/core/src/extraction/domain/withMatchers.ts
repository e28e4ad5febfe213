/** Shapes whose patterns are at work. */
import type { DataShape, ObjectShape } from "./DataShape.ts"

/** Makes a pattern match texts in time linear in them; null where it is none that can be. */
export type CompilePattern = (pattern: string) => ((text: string) => boolean) | null

const shapeWith = (shape: DataShape, compile: CompilePattern): DataShape => {
  if (shape.kind === "object") return withMatchers(shape, compile)
  if (shape.kind === "list") return { ...shape, items: shapeWith(shape.items, compile) }
  if (shape.kind !== "text" || shape.pattern === null) return shape
  const matches = compile(shape.pattern)
  return matches === null ? shape : { ...shape, matches }
}

/** The shape, which takes only texts that match its patterns. @internal */
export const withMatchers = (shape: ObjectShape, compile: CompilePattern): ObjectShape => ({
  ...shape,
  properties: shape.properties.map((property) => ({ ...property, shape: shapeWith(property.shape, compile) }))
})

/** Whether some text of the shape must match a pattern. @internal */
export const hasPattern = (shape: DataShape): boolean => {
  if (shape.kind === "object") return shape.properties.some((property) => hasPattern(property.shape))
  return shape.kind === "list" ? hasPattern(shape.items) : shape.kind === "text" && shape.pattern !== null
}
