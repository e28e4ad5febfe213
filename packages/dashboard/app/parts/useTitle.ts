import { useEffect } from "react"

/** What the tab of the browser is called; null leaves it as it is. */
export const useTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Kittiwake`
  }, [title])
}
