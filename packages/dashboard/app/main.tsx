import "./app.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { useCallback, useState } from "react"
import { createRoot } from "react-dom/client"
import { queryClient } from "./api/queries.ts"
import { session } from "./api/session.ts"
import {
  keepLanguage,
  type Language,
  loadOtherStrings,
  loadStrings,
  preferredLanguage,
  type Strings,
  WordingProvider
} from "./i18n/strings.ts"
import { preloadScreen, router } from "./router.tsx"
import { chosenTheme, showTheme } from "./shell/theme.ts"

showTheme(chosenTheme())

// The page names it from the screen that was asked for, and browsers ask for it again from whichever comes next.
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
if (icon !== null) icon.setAttribute("href", icon.href)

const App = ({ first, words }: { readonly first: Language; readonly words: Strings }) => {
  const [wording, setWording] = useState({ language: first, strings: words })
  const choose = useCallback(
    (language: Language) => {
      void loadOtherStrings(language, wording.language).then((strings) => {
        keepLanguage(language)
        document.documentElement.lang = language
        setWording({ language, strings })
      })
    },
    [wording.language]
  )
  return (
    <WordingProvider value={{ ...wording, choose }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </WordingProvider>
  )
}

const start = async () => {
  const language = preferredLanguage()
  document.documentElement.lang = language
  // All that the first drawing waits for is asked for at once.
  void queryClient.prefetchQuery(session)
  preloadScreen()
  const words = await loadStrings(language)
  const place = document.getElementById("root")
  if (place === null) return
  createRoot(place).render(<App first={language} words={words} />)
}

void start()
