/** A page that tries every way out of a browser that we know of (59 channels). */

/** The page as it is served by the allowed site. `at` gives the canary's address for a channel. */
export const leakPage = (at: (channel: string) => string, udp: string): string => {
  const socket = (channel: string) => at(channel).replace("http", "ws")
  const later = (path: string, channel: string) => `${path}?to=${encodeURIComponent(at(channel))}`
  return `<!doctype html><html><head>
<link rel=stylesheet href="${at("css-link")}"><link rel=prefetch href="${at("link-prefetch")}"><link rel=preload as=image href="${at("link-preload")}">
<link rel=modulepreload href="${at("modulepreload")}"><link rel=icon href="${at("favicon")}"><link rel=manifest href="${at("manifest")}">
<link rel=preconnect href="${at("")}"><link rel=dns-prefetch href="${at("")}">
<style>@import url("${at("css-import")}"); body{background:url("${at("css-bg")}")} @font-face{font-family:x;src:url("${at("font")}")} p{font-family:x}</style>
<script type=speculationrules>{"prefetch":[{"urls":["${at("spec-prefetch")}"]}],"prerender":[{"urls":["${at("spec-prerender")}"]}]}</script></head><body><p>x</p>
<img src="${at("img")}"><img srcset="${at("srcset")} 1x"><picture><source srcset="${at("picture")}"><img></picture><script src="${at("script")}"></script>
<iframe src="${at("iframe")}"></iframe><object data="${at("object")}"></object><embed src="${at("embed")}"><video src="${at("video")}" poster="${at("poster")}" preload=auto></video>
<audio src="${at("audio")}" preload=auto></audio><video><track default kind=captions src="${at("track")}"></video><input type=image src="${at("input-image")}">
<svg><image href="${at("svg-image")}"/><use href="${at("svg-use")}#a"/></svg><iframe srcdoc='<img src="${at("srcdoc-img")}">'></iframe>
<iframe sandbox="allow-scripts" srcdoc='<script>fetch("${at("sandbox-fetch")}")</scr'+'ipt>'></iframe>
<iframe src="${later("/r", "redir-iframe")}"></iframe><img src="${later("/r", "redir-img")}"><iframe src="${later("/mr", "meta-refresh-iframe")}"></iframe>
<iframe src="${later("/hr", "refresh-header-iframe")}"></iframe><iframe name=t></iframe><form id=f method=post target=t action="${at("form-post")}"></form>
<form id=f2 method=post target=t action="${later("/r307", "redir307-form")}"></form><a id=a ping="${at("a-ping")}" href="#x">p</a><a id=dl download href="${at("a-download")}">d</a>
<a id=vs href="view-source:${at("view-source")}">v</a><iframe src="data:text/html,<img src=${encodeURIComponent(at("data-frame"))}>"></iframe>
<script>
const T=async(n,f)=>{try{await f()}catch(e){}};
document.getElementById('f').submit(); setTimeout(()=>document.getElementById('f2').submit(),100);
document.getElementById('a').click();
T('f',()=>fetch("${at("fetch")}")); T('fk',()=>fetch("${at("fetch-keepalive")}",{keepalive:true,method:'POST',body:'x',mode:'no-cors'}));
T('fr',()=>fetch("${later("/r", "redir-fetch")}"));
T('x',()=>{const x=new XMLHttpRequest();x.open('GET',"${at("xhr")}");x.send()});
T('b',()=>navigator.sendBeacon("${at("beacon")}",'x')); T('es',()=>new EventSource("${at("eventsource")}"));
T('ws',()=>new WebSocket("${socket("websocket")}"));
T('w',()=>new Worker(URL.createObjectURL(new Blob(['try{importScripts("${at("worker-importscripts")}")}catch(e){}; fetch("${at("worker-fetch")}").catch(()=>{}); new WebSocket("${socket("worker-websocket")}")']))));
T('sw',()=>new SharedWorker(URL.createObjectURL(new Blob(['fetch("${at("sharedworker-fetch")}").catch(()=>{}); new WebSocket("${socket("sharedworker-websocket")}")']))));
T('svc',()=>navigator.serviceWorker.register('/sw.js'));
T('wt',()=>new WebTransport("${at("webtransport").replace("http:", "https:")}"));
T('rtc',async()=>{const p=new RTCPeerConnection({iceServers:[{urls:'stun:${udp}'},{urls:'turn:${udp}?transport=tcp',username:'a',credential:'b'},{urls:'turn:${udp}?transport=udp',username:'a',credential:'b'}]});p.createDataChannel('x');await p.setLocalDescription(await p.createOffer())});
T('wl',()=>CSS.paintWorklet&&CSS.paintWorklet.addModule("${at("paintworklet")}")); T('aw',()=>new AudioContext().audioWorklet.addModule("${at("audioworklet")}"));
T('di',()=>import("${at("dynamic-import")}"));
T('wo',()=>window.open("${at("window-open")}"));
T('bl',()=>{const i=document.createElement('iframe');i.src=URL.createObjectURL(new Blob(['<img src="${at("blob-frame")}">'],{type:'text/html'}));document.body.append(i)});
setTimeout(()=>document.getElementById('dl').click(),1500);
T('im',()=>{new Image().src="${at("new-image")}"});
</script></body></html>`
}

/** Paths that lead on, and the service worker. */
export const leakRoute = (path: string, at: (channel: string) => string) => {
  const url = new URL(path, "http://localhost")
  const to = url.searchParams.get("to") ?? ""
  const html = { "content-type": "text/html" }
  switch (url.pathname) {
    case "/r":
    case "/nav":
      return { status: 302, headers: { location: to }, body: "" }
    case "/r307":
      return { status: 307, headers: { location: to }, body: "" }
    case "/mr":
      return { status: 200, headers: html, body: `<meta http-equiv=refresh content="0;url=${to}">` }
    case "/hr":
      return { status: 200, headers: { ...html, refresh: `0;url=${to}` }, body: "x" }
    case "/sw.js":
      return {
        status: 200,
        headers: { "content-type": "text/javascript" },
        body: `self.addEventListener('install',e=>e.waitUntil(fetch("${at("serviceworker-fetch")}",{mode:'no-cors'}).catch(()=>{})));self.addEventListener('activate',()=>{try{new WebSocket("${at("serviceworker-websocket").replace("http", "ws")}")}catch(e){}})`
      }
    default:
      return null
  }
}

/** Headers of the page that make a browser connect. */
export const leakHeaders = (at: (channel: string) => string) => ({
  "content-type": "text/html",
  link: `<${at("link-header-preload")}>; rel=preload; as=image`,
  "content-security-policy-report-only": `default-src 'none'; report-uri ${at("csp-report")}`,
  "reporting-endpoints": `default="${at("reporting")}"`,
  "alt-svc": `h3="${new URL(at("")).host}"; ma=60`
})
