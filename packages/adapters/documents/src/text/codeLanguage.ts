/** Kinds whose text is all there is to them, and what a fence calls their language. */
import type { FileType } from "@kittiwake/core/pages/domain/FileType"

/** Where that is not the name of the kind. */
const languages: Partial<Readonly<Record<FileType, string>>> = { shell: "bash", stylus: "stylus" }

const code: ReadonlySet<FileType> = new Set([
  ...(["css", "java", "javascript", "less", "php", "python", "ruby", "sass", "scss", "shell", "stylus"] as const),
  ...(["typescript", "yaml"] as const)
])

/** The language of code; null for what is read in another way. */
export const codeLanguage = (type: FileType): string | null => (code.has(type) ? (languages[type] ?? type) : null)
