/** What stands around every screen: the rail with its places, the palette, the keyboard, and what is live. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react"
import { liveState, onLiveState } from "../api/liveState.ts"
import { isDemonstration } from "../api/place.ts"
import { asked, queryClient } from "../api/queries.ts"
import { isSame, may, onSessionOfOthers, session } from "../api/session.ts"
import { useFormats, useStrings } from "../i18n/strings.ts"
import { useNow } from "../parts/clock.ts"
import { Icon, type IconName, Mark } from "../parts/Icon.tsx"
import { Leaving } from "../parts/Leaving.tsx"
import { Notices } from "../parts/notices.tsx"
import { paletteKeys, useKeys } from "./keys.ts"
import { Me } from "./Me.tsx"
import { Screen } from "./Screen.tsx"

const Palette = lazy(() => import("./Palette.tsx"))
const Banner = lazy(() => import("../screens/demonstration/Banner.tsx").then((module) => ({ default: module.Banner })))
const SignedInElse = lazy(() => import("./SignedInElse.tsx"))
const Shortcuts = lazy(() => import("./Shortcuts.tsx"))

/** A place of the rail: where it leads, what it takes to see it, and the letter after `g`. */
export interface Place {
  readonly to: "/" | "/inbox" | "/monitors" | "/playground" | "/work" | "/deliveries" | "/usage" | "/keys" | "/system"

  readonly name: "home" | "inbox" | "monitors" | "playground" | "work" | "deliveries" | "usage" | "keys" | "system"
  readonly icon: IconName
  readonly letter: string
  readonly scope: string | null
  /** Only for the operator; others who come there are told so. */
  readonly isOperators?: true
}

export const places: ReadonlyArray<Place> = [
  { to: "/", name: "home", icon: "home", letter: "h", scope: null },
  { to: "/inbox", name: "inbox", icon: "inbox", letter: "i", scope: "monitors:read" },
  { to: "/monitors", name: "monitors", icon: "monitors", letter: "m", scope: "monitors:read" },
  { to: "/playground", name: "playground", icon: "playground", letter: "p", scope: null },
  { to: "/work", name: "work", icon: "work", letter: "b", scope: null },
  { to: "/deliveries", name: "deliveries", icon: "deliveries", letter: "d", scope: null },
  { to: "/usage", name: "usage", icon: "usage", letter: "u", scope: null },
  { to: "/keys", name: "keys", icon: "keys", letter: "k", scope: null },
  { to: "/system", name: "system", icon: "system", letter: "s", scope: null, isOperators: true }
]

/** Every address begins like that of home, which is shown at its own alone. */
const atHome = (to: Place["to"]) => ({ exact: to === "/" })

/** How many stand in the bar at the bottom of a narrow screen; the others are under *More*. */
const inBar = 4

/** The places that whoever is signed in may open. */
export const usePlaces = (): ReadonlyArray<Place> => {
  const { data: who } = useQuery(session)
  const isOperator = who?.session.kind === "operator"
  return places.filter(
    ({ isOperators, scope }) =>
      (scope === null || may(who, scope)) && (isOperators !== true || (isOperator && !isDemonstration))
  )
}

const Count = () => {
  const { data } = useQuery({ ...asked("monitors.countChanges", { query: { triage: "open" } }), retry: false })
  if (data === undefined || data.count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-new-weak px-[7px] text-s leading-[18px] font-strong text-new-ink">
      {data.count}
      {data.has_more ? "+" : ""}
    </span>
  )
}

const PlaceLink = ({ place }: { readonly place: Place }) => {
  const { nav } = useStrings()
  return (
    <Link
      to={place.to}
      className="flex items-center gap-[10px] rounded-m px-2 py-[6px] text-ink-2 no-underline hover:bg-sunken"
      activeOptions={atHome(place.to)}
      activeProps={{ className: "bg-action-weak font-strong text-ink!" }}
    >
      <Icon name={place.icon} />
      <span className="truncate">{nav[place.name]}</span>
      {place.name === "inbox" && <Count />}
    </Link>
  )
}

const LiveDot = () => {
  const { common } = useStrings()
  const formats = useFormats()
  const now = useNow()
  const { isLive, since } = useSyncExternalStore(onLiveState, liveState)
  // A moment without a stream is no news.
  if (isLive || now - since < 5_000) return null
  return (
    <p role="status" className="px-2 text-s text-ink-3">
      {common.stale(formats.ago(since, now))}
    </p>
  )
}

const Rail = ({ onPalette }: { readonly onPalette: () => void }) => {
  const { nav, palette } = useStrings()
  const open = usePlaces()
  return (
    <nav
      aria-label={nav.label}
      className="hidden flex-col gap-[2px] overflow-y-auto border-r border-line px-3 py-4 bar:flex"
    >
      <p className="flex items-center gap-2 px-2 pb-4 font-strong">
        <Mark /> Kittiwake
      </p>
      {open.map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
      <button
        type="button"
        onClick={onPalette}
        className="mt-2 flex items-center gap-[10px] rounded-m px-2 py-[6px] text-left text-ink-2 hover:bg-sunken"
        title={palette.title}
      >
        <Icon name="search" /> <span className="mr-auto">{palette.short}</span>
        <kbd className="rounded-[4px] border border-line px-1 font-mono text-s whitespace-nowrap text-ink-3">
          {paletteKeys}
        </kbd>
      </button>
      <div className="mt-auto flex flex-col gap-2 pt-4">
        <LiveDot />
        <Me />
      </div>
    </nav>
  )
}

const Bar = ({ onPalette }: { readonly onPalette: () => void }) => {
  const { nav } = useStrings()
  const open = usePlaces()
  return (
    <nav
      aria-label={nav.label}
      className="fixed inset-x-0 bottom-0 z-10 flex justify-around border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] bar:hidden"
    >
      {open.slice(0, inBar).map(({ icon, name, to }) => (
        <Link
          key={to}
          to={to}
          className="flex min-w-0 flex-1 flex-col items-center gap-[2px] px-px py-2 text-s text-ink-2 no-underline"
          activeOptions={atHome(to)}
          activeProps={{ className: "text-ink! font-strong tracking-[-.05em]" }}
        >
          <Icon name={icon} />
          <span className="max-w-full truncate">{nav[name]}</span>
        </Link>
      ))}
      <button
        type="button"
        onClick={onPalette}
        className="flex min-w-0 flex-1 flex-col items-center gap-[2px] px-px py-2 text-s text-ink-2"
      >
        <Icon name="more" />
        {nav.more}
      </button>
    </nav>
  )
}

export const Shell = () => {
  const { common } = useStrings()
  const navigate = useNavigate()
  const [shown, setShown] = useState<"palette" | "shortcuts" | null>(null)
  const [isGoing, setGoing] = useState(false)
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  // Whom this tab was opened as. The cookie is the whole browser's: another tab may change it.
  const [shownFor] = useState(who)
  useEffect(() => onSessionOfOthers(() => void queryClient.refetchQueries({ queryKey: session.queryKey })), [])
  const organization = org ?? who?.organization?.id ?? ""
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    import("../api/live.ts").then(
      ({ listen }) => {
        if (!isOver) stop = listen(organization)
      },
      () => {
        // The rail says that nothing is heard.
      }
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [organization])
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setShown((one) => (one === "palette" ? null : "palette"))
    }
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [])
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setGoing(false), 1_500)
    return () => clearTimeout(timer)
  }, [isGoing])
  useKeys({ "?": () => setShown("shortcuts"), g: () => setGoing(true) }, !isGoing)
  useKeys(
    {
      ...Object.fromEntries(
        places.map(({ letter, to }) => [
          letter,
          () => {
            setGoing(false)
            void navigate({ to })
          }
        ])
      ),
      "*": () => setGoing(false)
    },
    isGoing,
    true
  )
  const openPalette = () => setShown("palette")
  const close = () => setShown(null)
  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)] bar:grid-cols-[204px_minmax(0,1fr)]">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-surface focus:p-2">
        {common.skipToContent}
      </a>
      <Rail onPalette={openPalette} />
      <main
        id="content"
        tabIndex={-1}
        className={`min-w-0 overflow-hidden outline-none ${isDemonstration ? "grid grid-rows-[auto_minmax(0,1fr)]" : ""}`}
      >
        {isDemonstration && (
          <Suspense fallback={<div />}>
            <Banner />
          </Suspense>
        )}
        <Screen />
      </main>
      <Bar onPalette={openPalette} />
      <Notices />
      <Leaving />
      <Suspense>
        {shownFor != null && who !== undefined && !isSame(shownFor, who) && (
          <SignedInElse was={shownFor} is={who} actedFor={org ?? null} />
        )}
        {shown === "palette" && <Palette onClose={close} onShortcuts={() => setShown("shortcuts")} />}
        {shown === "shortcuts" && <Shortcuts onClose={close} />}
      </Suspense>
    </div>
  )
}
