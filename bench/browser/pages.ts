/** The page of the bench: 200 KB of a shop as shops are, with styles, a script that builds a part of it, and pictures. */

const words = "fresh green black white oolong leaf harvest spring mountain garden cup morning evening light rich".split(
  " "
)

const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) => words[(seed * 7 + index * (1 + (seed % 5))) % words.length]).join(" ")

const product = (index: number): string =>
  `<article class="card c${index % 7}"><img src="/picture${index % 8}.svg" alt="" width="160" height="120">
<h2>${sentence(index, 3)} no. ${index}</h2><p>${sentence(index + 1, 60)}</p><ul><li>${sentence(index, 5)}</li><li>${sentence(index + 3, 6)}</li></ul>
<p class="price">€${(index % 40) + 5}.90</p><a href="/tea/${index}">More</a></article>`

const styles = `body{font:12px/1.5 sans-serif;margin:0}main{display:grid;grid-template-columns:repeat(6,1fr);gap:12px;padding:16px}
.card{border:1px solid #ddd;border-radius:8px;padding:12px;box-shadow:0 1px 4px #0002}.price{font-weight:700}
${Array.from({ length: 7 }, (_, index) => `.c${index}{background:hsl(${index * 50} 60% 97%)}`).join("")}`

const script = `const list=document.querySelector("main");for(let i=0;i<20;i++){const a=document.createElement("article");a.className="card";
a.innerHTML="<h2>By script "+i+"</h2><p>"+"text ".repeat(40)+"</p>";list.append(a)}`

/** The markup, of 200 KB. */
export const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Teas</title><link rel="stylesheet" href="/styles.css"></head>
<body><header><h1>Teas</h1></header><main>${Array.from({ length: 270 }, (_, index) => product(index)).join("\n")}</main><script src="/script.js"></script></body></html>`

/** What the site answers at a path. */
export const answerAt = (path: string): { readonly type: string; readonly body: string } => {
  if (path === "/styles.css") return { type: "text/css", body: styles }
  if (path === "/script.js") return { type: "text/javascript", body: script }
  if (path.startsWith("/picture")) {
    const hue = Number(path.at(8)) * 40
    return {
      type: "image/svg+xml",
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="160" height="120" fill="hsl(${hue} 50% 70%)"/></svg>`
    }
  }
  return { type: "text/html; charset=utf-8", body: page }
}
