/** How a Chromium is started. */

/**
 * Playwright's defaults that are of no use here.
 *
 * They let a page open windows without being asked and flood the browser with navigations, which tests may want and
 * hostile pages do.
 */
export const refusedDefaults = ["--disable-popup-blocking", "--disable-ipc-flooding-protection"]

/**
 * Features of Chromium that are off: what Playwright switches off, since a browser follows the last such list alone, and the
 * pages behind the address bar of each window. Nobody sees that window, yet every look opens one, and a Chromium with windows
 * draws those pages for it: 1.2 s of the processor.
 */
const featuresOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI"
]

/** Switches those features off. */
export const withoutFeatures = `--disable-features=${featuresOff.join(",")}`

/**
 * What keeps traffic on the way through the proxy, and a browser quiet.
 *
 * **Details**
 *
 * - No name is ever looked up by the browser: everything but the proxy's own address is not found.
 * - WebRTC sends no packet that does not go through the proxy, and QUIC, which would, is off.
 * - What a browser does of its own accord (updates, lists, sign-in) is switched off; what is left of it reaches a proxy that
 *   does not know it and answers 407.
 */
export const launchArguments = [
  withoutFeatures,
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--no-pings",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-sync",
  "--disable-crash-reporter",
  "--disable-print-preview",
  "--deny-permission-prompts",
  "--block-new-web-contents",
  "--font-render-hinting=none",
  // Half of a page's memory may be its script's; a page that wants more loses its process and not ours.
  "--js-flags=--max-old-space-size=1024",
  "--disk-cache-size=33554432"
]
