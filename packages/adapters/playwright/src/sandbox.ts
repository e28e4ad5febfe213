/** Whether a browser may be started, and what to do where its sandbox cannot be had. */

/** What Kittiwake is told when it would have to run pages of strangers with all rights of the superuser. */
export const rootRefusal =
  "As root the browser has no sandbox, so that a page that breaks out of it could do everything: start Kittiwake as another user, or set KITTIWAKE_BROWSER_SANDBOX=off (in a program of your own, browserHasSandbox: false) where something else holds it, such as a container."

/** Why no browser is started; null when one may be. Without a sandbox, one is started when a setting says so alone. */
export const sandboxRefusal = (options: { readonly isRoot: boolean; readonly hasSandbox: boolean }): string | null =>
  options.hasSandbox && options.isRoot ? rootRefusal : null

const isAboutSandbox = /sandbox|user namespace|clone.*(?:EPERM|not permitted)/i

/** What to do about a browser that does not start, from what it wrote. */
export const cureOf = (written: string): string =>
  isAboutSandbox.test(written)
    ? "This system gives it no sandbox: allow user namespaces (kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, or a seccomp profile of the container that lets them through), or set KITTIWAKE_BROWSER_SANDBOX=off (in a program of your own, browserHasSandbox: false)."
    : "KITTIWAKE_BROWSER names another."

/** Whether this process is the superuser's. */
export const isRoot = (): boolean => process.getuid?.() === 0
