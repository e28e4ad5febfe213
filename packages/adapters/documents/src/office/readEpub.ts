/** Electronic books: their chapters in the order of reading. */
import { posix } from "node:path"
import { openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { makePictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { Repeats } from "../reading/Repeats.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { corrupt, Unreadable } from "../reading/Unreadable.ts"
import { WrittenParts } from "../reading/WrittenParts.ts"
import { findElement, findElements, parseXml, requireElement, textOf, xmlText } from "../reading/XmlTree.ts"
import { shortText } from "./coreProperties.ts"

/** A path as the book writes it, from the folder of the file that names it. */
const pathFrom = (folder: string, address: string): string => {
  const path = address.split("#")[0] ?? ""
  try {
    return posix.join(folder, decodeURIComponent(path))
  } catch {
    return posix.join(folder, path)
  }
}

/** Reads the chapters that the spine names. One that it names often is read once. */
export const readEpub = async ({ bytes }: FileToRead): Promise<Fragment> => {
  const archive = openArchive(bytes)
  const encryption = archive.read("META-INF/encryption.xml")
  // Fonts alone may be encrypted in a book that everyone can read.
  if (encryption !== null && /CipherReference[^>]+\.x?html?"/i.test(xmlText(encryption))) {
    throw new Unreadable("encrypted", "The book is protected.")
  }
  const container = archive.read("META-INF/container.xml")
  const packagePath =
    container === null ? undefined : findElement(parseXml(xmlText(container)), "rootfile")?.attributes["full-path"]
  const packageBytes = packagePath === undefined ? null : archive.read(packagePath)
  if (packagePath === undefined || packageBytes === null) throw corrupt("The file is not an electronic book.")
  const tree = parseXml(xmlText(packageBytes))
  const folder = posix.dirname(packagePath)
  const paths = new Map(
    findElements(requireElement(tree, "manifest"), "item").map(({ attributes }) => [
      attributes.id ?? "",
      pathFrom(folder, attributes.href ?? "")
    ])
  )
  const pictures = makePictures()
  const read = (path: string): string => {
    const chapter = archive.read(path)
    if (chapter === null) return ""
    const img = (source: string, alt: string) => {
      if (/^[a-z]+:/i.test(source)) return ""
      const name = pathFrom(posix.dirname(path), source)
      return pictures.named(name, () => archive.read(name), alt)
    }
    return safeMarkup(xmlText(chapter), { isXml: true, img })
  }
  const chapters = new Map<string, string>()
  const repeats = new Repeats()
  const written = new WrittenParts()
  for (const { attributes } of findElements(requireElement(tree, "spine"), "itemref")) {
    const path = paths.get(attributes.idref ?? "")
    if (path === undefined) continue
    const chapter = chapters.get(path) ?? read(path)
    chapters.set(path, chapter)
    if (repeats.isShown(path, chapter.length)) written.add(chapter)
  }
  written.add(repeats.note("chapters"))
  return fragment(written.html("\n"), {
    title: shortText(textOf(findElement(tree, "dc:title"))),
    author: shortText(textOf(findElement(tree, "dc:creator")))
  })
}
