/** Where elements stand in the XML of a part, which is written otherwise there before mammoth reads it. */
import { Parser } from "htmlparser2"

export interface Place {
  readonly start: number
  readonly end: number
}

/** Where elements of such names stand that no other of them encloses. */
export const docxPlaces = (xml: string, names: RegExp): ReadonlyArray<Place> => {
  const places: Array<Place> = []
  let open: { readonly start: number; readonly name: string; depth: number } | null = null
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (open === null && names.test(name)) open = { start: parser.startIndex, name, depth: 0 }
        if (open !== null && name === open.name) open.depth += 1
      },
      onclosetag: (name) => {
        if (open === null || name !== open.name) return
        open.depth -= 1
        if (open.depth > 0) return
        places.push({ start: open.start, end: parser.endIndex + 1 })
        open = null
      }
    },
    { xmlMode: true }
  )
  parser.end(xml)
  return places
}
