/** Fields that operations on brands share. */
import { languages } from "@kittiwake/core/internal/brands/domain/languages"
import { Schema } from "effect"

/** Two letters in upper case. */
export const Country = Schema.String.check(
  Schema.makeFilter((value: string) => /^[A-Z]{2}$/.test(value), {
    expected: "two letters in upper case, such as DE",
    toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" })
  })
)

export const BrandLanguage = Schema.Literals(languages).annotate({
  expected: "the English name of a language in lower case, such as german"
})
