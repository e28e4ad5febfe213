/** Shapes whose patterns are at work, and which know how telephone numbers are read. */
import type { DataShape, ObjectShape, ReadPhone } from "./DataShape.ts"

/** Makes a pattern match texts in time linear in them; null where it is none that can be. */
export type CompilePattern = (pattern: string) => ((text: string) => boolean) | null

/** What is read with libraries, which rules do without. */
export interface TextReaders {
  readonly compile: CompilePattern
  readonly readPhone: ReadPhone
}

/** Takes any text, and no telephone number without its country. @internal */
export const noReaders: TextReaders = { compile: () => null, readPhone: () => null }

const shapeWith = (shape: DataShape, readers: TextReaders): DataShape => {
  if (shape.kind === "object") return withMatchers(shape, readers)
  if (shape.kind === "list") return { ...shape, items: shapeWith(shape.items, readers) }
  if (shape.kind !== "text") return shape
  const { compile, readPhone } = readers
  const matches = shape.pattern === null ? null : compile(shape.pattern)
  return matches === null ? { ...shape, readPhone } : { ...shape, readPhone, matches }
}

/** The shape, which takes only texts that match its patterns. @internal */
export const withMatchers = (shape: ObjectShape, readers: TextReaders): ObjectShape => ({
  ...shape,
  properties: shape.properties.map((property) => ({ ...property, shape: shapeWith(property.shape, readers) }))
})

/** Whether some text of the shape must match a pattern. @internal */
export const hasPattern = (shape: DataShape): boolean => {
  if (shape.kind === "object") return shape.properties.some((property) => hasPattern(property.shape))
  return shape.kind === "list" ? hasPattern(shape.items) : shape.kind === "text" && shape.pattern !== null
}
