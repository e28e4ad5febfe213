/** Electronic books: their chapters in the order of reading. */
import { posix } from "node:path"
import { openArchive } from "../reading/Archive.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { makePictures } from "../reading/Pictures.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { safeMarkup } from "../reading/SafeMarkup.ts"
import { corrupt, Unreadable } from "../reading/Unreadable.ts"
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

/** Reads the chapters that the spine names. */
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
  const chapters = findElements(requireElement(tree, "spine"), "itemref").map(({ attributes }) => {
    const path = paths.get(attributes.idref ?? "")
    const chapter = path === undefined ? null : archive.read(path)
    if (path === undefined || chapter === null) return ""
    const img = (source: string, alt: string) => {
      const content =
        pictures.isFull() || /^[a-z]+:/i.test(source) ? null : archive.read(pathFrom(posix.dirname(path), source))
      return content === null ? "" : pictures.img(content, alt)
    }
    return safeMarkup(xmlText(chapter), { isXml: true, img })
  })
  return fragment(chapters.join("\n"), {
    title: shortText(textOf(findElement(tree, "dc:title"))),
    author: shortText(textOf(findElement(tree, "dc:creator")))
  })
}
