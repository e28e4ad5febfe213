/** Tells in a notice what somebody did and was refused, where no form is open to tell it. */
import { useStrings } from "../i18n/strings.ts"
import { notify } from "./notices.tsx"
import { problemWords } from "./problemWords.ts"

export const useNotifyProblem = (): ((error: unknown) => void) => {
  const strings = useStrings()
  return (error) => {
    const { said, title, todo } = problemWords(error, strings)
    notify([title, said === "" ? todo : said].filter((one) => one !== "").join(" "))
  }
}
