import { assert, describe, it } from "@effect/vitest"
import { plainDigits } from "../../src/paging/domain/plainDigits.ts"

describe("figures of other scripts", () => {
  it("are 0 to 9, with the marks that Latin text has between them", () => {
    for (const [text, plain] of [
      ["٣٤٩٫٥٠", "349.50"],
      ["١٬٢٥٠", "1'250"],
      ["۱۲۵٬۰۰۰ تومان", "125'000 تومان"],
      ["１２，８００円", "12'800円"],
      ["12，800円", "12'800円"],
      ["１．５", "1.5"],
      ["१२३", "123"],
      ["١،٢٣٤،٥٦٧", "1'234'567"],
      ["$1,299.00", "$1,299.00"]
    ] as const) {
      assert.strictEqual(plainDigits(text), plain, text)
      assert.lengthOf(plainDigits(text), text.length, "places stay")
    }
  })

  it("are as they are where a comma parts words, and where no figure stands", () => {
    for (const text of ["2019，2020", "售价100，20件", "12，800年，2019，3000", "متر، كيلو", "٬", "a٫b"])
      assert.strictEqual(plainDigits(text).replace("12'800", "12，800"), text, text)
    assert.strictEqual(plainDigits("٢٠١٩،٢٠٢٠"), "2019،2020")
    assert.strictEqual(plainDigits("\u{1d7d8}5"), "\u{1d7d8}5", "what is no longer one place")
  })
})
