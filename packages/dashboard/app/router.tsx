/** Every screen under its address. Each is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams
} from "@tanstack/react-router"
import { ApiError } from "./api/ApiError.ts"
import type { Output } from "./api/operations.ts"
import { dashboard, goTo, isDemonstration } from "./api/place.ts"
import { actFor, asked, queryClient } from "./api/queries.ts"
import { session } from "./api/session.ts"
import type { Sections } from "./i18n/en.ts"
import { preloadWords } from "./i18n/strings.ts"
import { Skeleton } from "./parts/Skeleton.tsx"
import { Broken, Missing } from "./shell/Broken.tsx"
import { keepOrganization, lastOrganization } from "./shell/lastOrganization.ts"
import { Screen } from "./shell/Screen.tsx"
import { Shell } from "./shell/Shell.tsx"

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined

/** What of the address a screen keeps: names of parameters, each a text or absent. */
const keeps =
  <const K extends string>(...names: ReadonlyArray<K>) =>
  (search: Readonly<Record<string, unknown>>): { readonly [P in K]?: string } =>
    Object.fromEntries(names.map((name) => [name, text(search[name])]).filter(([, value]) => value !== undefined))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A screen that is loaded when it is first opened, together with the words of its own: what is shown before stays until both are there. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  words?: keyof Sections
) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), words === undefined ? null : preloadWords(words)])
    return module
  }, name)

/** What stands in the place of a screen that is still to be loaded. */
const Pending = () => (
  <div className="px-4 pt-5 bar:px-8 bar:pt-6">
    <Skeleton rows={6} />
  </div>
)

/** Loads the installation's own inbox, where there is no demonstration to show, or none to show to whom is signed in. */
const leave = (): Promise<never> => {
  goTo("own")
  return new Promise(() => {})
}

/** Most pages of organizations that are looked through for the one that was there first. */
const pagesMost = 20

type Organizations = Output<"organizations.list">

const pageOfOrganizations = (cursor: string | null): Promise<Organizations> =>
  queryClient.ensureQueryData(
    asked("organizations.list", { query: { limit: 100, ...(cursor === null ? {} : { cursor }) } })
  )

/** Whether there is an organization that was acted for before: another installation may have stood at this address. */
const isThere = async (id: string): Promise<boolean> => {
  try {
    await queryClient.ensureQueryData(asked("organizations.get", { params: { organization_id: id } }))
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return false
    throw error
  }
}

/** The organization that the operator acted for last, or else the one that was there first: lists begin with the newest. */
const chosenOrganization = async (): Promise<string | undefined> => {
  let { data, next_cursor: cursor }: Organizations = await pageOfOrganizations(null)
  // Asked for after that: what another page of this browser kept a moment ago is there by now.
  const last = lastOrganization()
  if (last !== null && (data.some(({ id }) => id === last) || (cursor !== null && (await isThere(last))))) return last
  let first = data.at(-1)?.id
  for (let page = 1; page < pagesMost && cursor !== null; page++) {
    ;({ data, next_cursor: cursor } = await pageOfOrganizations(cursor))
    first = data.at(-1)?.id ?? first
  }
  return first
}

const root = createRootRoute({
  // For which organization an operator acts stands in every address.
  validateSearch: keeps("org", "demo"),
  search: { middlewares: [retainSearchParams(["org", "demo"])] },
  component: Screen,
  errorComponent: Broken,
  notFoundComponent: Missing
})

const enter = createRoute({
  getParentRoute: () => root,
  path: "/enter",
  validateSearch: keeps("to"),
  component: screen(() => import("./screens/enter/Enter.tsx"), "Enter")
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location, search }) => {
    const who = await queryClient.ensureQueryData(session)
    if (who === null) throw redirect({ to: "/enter", search: { to: location.href } })
    if (who.session.kind !== "operator") {
      if (isDemonstration) await leave()
      // Named although the key says it: another tab may have signed in with a key of somebody else meanwhile.
      return actFor(who.organization?.id ?? null)
    }
    if (isDemonstration) {
      const { state } = await queryClient.ensureQueryData(asked("demonstration.standing", {}))
      if (state === "none" || state === "failed") await leave()
    }
    actFor(search.org ?? null)
    if (search.org !== undefined) return keepOrganization(search.org)
    // The operator acts for somebody at every screen: whom he acted for last, or else for the one that was there first.
    const chosen = await chosenOrganization()
    if (chosen !== undefined)
      throw redirect({ to: ".", search: (before) => ({ ...before, org: chosen }), replace: true })
  },
  component: Shell,
  errorComponent: Broken,
  notFoundComponent: Missing
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: screen(() => import("./screens/home/Home.tsx"), "Home", "home")
})

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  validateSearch: keeps("change", "show", "importance", "tag", "q", "monitor", "type", "detection", "tab"),
  component: screen(() => import("./screens/inbox/Inbox.tsx"), "Inbox")
})

const change = createRoute({
  getParentRoute: () => signedIn,
  path: "/changes/$changeId",
  validateSearch: keeps("tab"),
  component: screen(() => import("./screens/change/Change.tsx"), "Change")
})

const monitors = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors",
  validateSearch: keeps("q", "status", "type", "tag", "detection", "grant"),
  component: screen(() => import("./screens/monitors/Monitors.tsx"), "Monitors", "monitors")
})

const newMonitor = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/new",
  validateSearch: (search) => ({
    ...keeps("url", "type", "name", "words", "keep", "drop", "pages", "depth", "subdomains")(search),
    ...(isObject(search.schema) ? { schema: search.schema } : {})
  }),
  component: screen(() => import("./screens/monitors/NewMonitor.tsx"), "NewMonitor", "monitors")
})

const monitor = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/$monitorId",
  validateSearch: keeps("tab", "a", "b"),
  component: screen(() => import("./screens/monitors/Monitor.tsx"), "Monitor", "monitors")
})

const run = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/$monitorId/runs/$runId",
  component: screen(() => import("./screens/monitors/Run.tsx"), "Run", "monitors")
})

const playground = createRoute({
  getParentRoute: () => signedIn,
  path: "/playground",
  validateSearch: (search) => ({
    ...keeps("operation", "view")(search),
    ...(isObject(search.input) ? { input: search.input } : {})
  }),
  component: screen(() => import("./screens/playground/Playground.tsx"), "Playground", "playground")
})

const work = createRoute({
  getParentRoute: () => signedIn,
  path: "/work",
  validateSearch: keeps("status", "q"),
  component: screen(() => import("./screens/work/Work.tsx"), "Work", "work")
})

const newWork = createRoute({
  getParentRoute: () => signedIn,
  path: "/work/new",
  validateSearch: keeps("kind", "url", "max", "depth", "pattern", "format", "main", "tags", "retry"),
  component: screen(() => import("./screens/work/NewWork.tsx"), "NewWork", "work")
})

const batch = createRoute({
  getParentRoute: () => signedIn,
  path: "/work/$batchId",
  component: screen(() => import("./screens/work/Batch.tsx"), "Batch", "work")
})

const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries",
  validateSearch: keeps("tab", "source", "status", "monitor", "since", "event"),
  component: screen(() => import("./screens/deliveries/Deliveries.tsx"), "Deliveries", "deliveries")
})

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries/$deliveryId",
  validateSearch: keeps("attempt"),
  component: screen(() => import("./screens/deliveries/Delivery.tsx"), "Delivery", "deliveries")
})

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: "/usage",
  validateSearch: keeps(
    "tab",
    "by",
    "range",
    "metric",
    "kind",
    "since",
    "q",
    "status",
    "path",
    "key",
    "grant",
    "screens"
  ),
  component: screen(() => import("./screens/usage/Usage.tsx"), "Usage", "usage")
})

const request = createRoute({
  getParentRoute: () => signedIn,
  path: "/usage/requests/$requestId",
  component: screen(() => import("./screens/usage/RequestDetail.tsx"), "RequestDetail", "usage")
})

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/keys",
  validateSearch: keeps("tab", "client"),
  component: screen(() => import("./screens/keys/Keys.tsx"), "Keys", "keys")
})

const system = createRoute({
  getParentRoute: () => signedIn,
  path: "/system",
  component: screen(() => import("./screens/system/System.tsx"), "System", "system")
})

/** Every other address: who is signed in keeps the way to the screens. */
const missing = createRoute({ getParentRoute: () => signedIn, path: "$", component: Missing })

export const router = createRouter({
  basepath: dashboard,
  routeTree: root.addChildren([
    enter,
    signedIn.addChildren([
      ...[home, inbox, change, monitors, newMonitor, monitor, run, playground, work, newWork, batch],
      ...[deliveries, delivery, usage, request, keys, system, missing]
    ])
  ]),
  defaultPreload: "intent",
  defaultPendingComponent: Pending,
  scrollRestoration: true
})

/** Asks for the screen of the address before anything is drawn. */
export const preloadScreen = (): void => {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const { options } of routes) void options.component?.preload?.()?.catch(() => {})
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
