/** Every screen under its address. Each is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams
} from "@tanstack/react-router"
import { actFor } from "./api/call.ts"
import { asked, queryClient } from "./api/queries.ts"
import { session } from "./api/session.ts"
import { Broken, Missing } from "./shell/Broken.tsx"
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

const root = createRootRoute({
  // For which organization an operator acts stands in every address.
  validateSearch: keeps("org"),
  search: { middlewares: [retainSearchParams(["org"])] },
  component: Outlet,
  errorComponent: Broken,
  notFoundComponent: Missing
})

const enter = createRoute({
  getParentRoute: () => root,
  path: "/enter",
  validateSearch: keeps("to"),
  component: lazyRouteComponent(() => import("./screens/enter/Enter.tsx"), "Enter")
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location, search }) => {
    const who = await queryClient.ensureQueryData(session)
    if (who === null) throw redirect({ to: "/enter", search: { to: location.href } })
    if (who.session.kind !== "operator") return actFor(null)
    actFor(search.org ?? null)
    if (search.org !== undefined) return
    // The operator acts for somebody at every screen: for the first until another is chosen.
    const { data } = await queryClient.ensureQueryData(asked("organizations.list", { query: { limit: 100 } }))
    const [first] = data
    if (first !== undefined)
      throw redirect({ to: ".", search: (before) => ({ ...before, org: first.id }), replace: true })
  },
  component: Shell,
  errorComponent: Broken,
  notFoundComponent: Missing
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: lazyRouteComponent(() => import("./screens/home/Home.tsx"), "Home")
})

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  validateSearch: keeps("change", "show", "importance", "tag", "q", "tab"),
  component: lazyRouteComponent(() => import("./screens/inbox/Inbox.tsx"), "Inbox")
})

const change = createRoute({
  getParentRoute: () => signedIn,
  path: "/changes/$changeId",
  validateSearch: keeps("tab"),
  component: lazyRouteComponent(() => import("./screens/change/Change.tsx"), "Change")
})

const monitors = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors",
  validateSearch: keeps("q", "status", "type", "tag"),
  component: lazyRouteComponent(() => import("./screens/monitors/Monitors.tsx"), "Monitors")
})

const newMonitor = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/new",
  validateSearch: keeps("url", "type"),
  component: lazyRouteComponent(() => import("./screens/monitors/NewMonitor.tsx"), "NewMonitor")
})

const monitor = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/$monitorId",
  validateSearch: keeps("tab", "a", "b"),
  component: lazyRouteComponent(() => import("./screens/monitors/Monitor.tsx"), "Monitor")
})

const run = createRoute({
  getParentRoute: () => signedIn,
  path: "/monitors/$monitorId/runs/$runId",
  component: lazyRouteComponent(() => import("./screens/monitors/Run.tsx"), "Run")
})

const playground = createRoute({
  getParentRoute: () => signedIn,
  path: "/playground",
  validateSearch: (search) => ({
    ...keeps("operation", "view")(search),
    ...(isObject(search.input) ? { input: search.input } : {})
  }),
  component: lazyRouteComponent(() => import("./screens/playground/Playground.tsx"), "Playground")
})

const work = createRoute({
  getParentRoute: () => signedIn,
  path: "/work",
  validateSearch: keeps("status", "q"),
  component: lazyRouteComponent(() => import("./screens/work/Work.tsx"), "Work")
})

const newWork = createRoute({
  getParentRoute: () => signedIn,
  path: "/work/new",
  validateSearch: keeps("kind", "url", "max", "depth", "pattern", "format", "main", "tags", "retry"),
  component: lazyRouteComponent(() => import("./screens/work/NewWork.tsx"), "NewWork")
})

const batch = createRoute({
  getParentRoute: () => signedIn,
  path: "/work/$batchId",
  component: lazyRouteComponent(() => import("./screens/work/Batch.tsx"), "Batch")
})

const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries",
  validateSearch: keeps("tab", "source", "status", "monitor", "since", "event"),
  component: lazyRouteComponent(() => import("./screens/deliveries/Deliveries.tsx"), "Deliveries")
})

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries/$deliveryId",
  validateSearch: keeps("attempt"),
  component: lazyRouteComponent(() => import("./screens/deliveries/Delivery.tsx"), "Delivery")
})

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: "/usage",
  validateSearch: keeps("tab", "by", "range", "metric", "kind", "since", "q", "status", "path", "key", "grant"),
  component: lazyRouteComponent(() => import("./screens/usage/Usage.tsx"), "Usage")
})

const request = createRoute({
  getParentRoute: () => signedIn,
  path: "/usage/requests/$requestId",
  component: lazyRouteComponent(() => import("./screens/usage/RequestDetail.tsx"), "RequestDetail")
})

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/keys",
  validateSearch: keeps("tab", "client"),
  component: lazyRouteComponent(() => import("./screens/keys/Keys.tsx"), "Keys")
})

const system = createRoute({
  getParentRoute: () => signedIn,
  path: "/system",
  component: lazyRouteComponent(() => import("./screens/system/System.tsx"), "System")
})

export const router = createRouter({
  basepath: "/app",
  routeTree: root.addChildren([
    enter,
    signedIn.addChildren([
      ...[home, inbox, change, monitors, newMonitor, monitor, run, playground, work, newWork, batch],
      ...[deliveries, delivery, usage, request, keys, system]
    ])
  ]),
  defaultPreload: "intent",
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
