"""Pages for the tests of rendering: what scripts do to pages, and all the ways out that a page may try."""

HEAD = "<!doctype html><html lang=en><head><meta charset=utf-8><title>Rain</title></head>"
RAIN = "After nine dry weeks the first rain fell on the valley on Monday morning."

# name -> (page, what its text holds, what it does not hold)
KINDS = {
    "late": ("<p>early</p><script>setTimeout(() => document.body.append('written late'), 150)</script>", ["early", "written late"], []),
    "fetched": ("<p id=a></p><script>fetch('/say/by-fetch').then(r => r.text()).then(t => a.textContent = t)</script>", ["by-fetch"], []),
    "xhr": ("<p id=a></p><script>const x = new XMLHttpRequest(); x.open('POST', '/echo'); x.onload = () => a.textContent = x.response;"
            "x.send('sent by XHR')</script>", ["POST sent by XHR"], []),
    "head": ("<p id=a></p><script>fetch('/echo', {method: 'HEAD'}).then(r => a.textContent = 'asked by ' + r.headers.get('X-Asked'))</script>",
             ["asked by HEAD"], []),
    "module": ("<p id=a></p><script type=module>import {said} from '/module.js'; a.textContent = said</script>", ["by a module"], []),
    "shadow": ("<x-a>given <b slot=s>named</b></x-a><script>"
               "customElements.define('x-b', class extends HTMLElement { constructor() { super();"
               " this.attachShadow({mode: 'open'}).innerHTML = '<i>inner </i><slot></slot>' } });"
               "customElements.define('x-a', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'})"
               ".innerHTML = '<p>outer <slot name=s>nothing</slot></p><x-b>to the inner: <slot></slot></x-b>' } })</script>",
               ["outer named", "inner to the inner: given"], ["nothing"]),
    "frames": ("<p>top</p><iframe src='/say/framed'></iframe><iframe src='{other}/say/of-another-site'></iframe>"
               "<iframe srcdoc='<p>in srcdoc</p>'></iframe>", ["top", "framed", "of-another-site", "in srcdoc"], []),
    "scrolling": ("<div id=a><p>first</p><div style='height: 2000px'></div></div><p id=end>.</p><script>let n = 0;"
                  "new IntersectionObserver(e => { if (e[0].isIntersecting && n++ < 2) fetch('/say/more' + n).then(r => r.text()).then("
                  "t => a.insertAdjacentHTML('beforeend', '<p>' + t + '</p>')) }).observe(end)</script>", ["first", "more1"], []),
    "lazy": ("<p>top</p><div style='height: 3000px'></div><p id=a></p><script>new IntersectionObserver(e => { if (e[0].isIntersecting)"
             " a.textContent = 'seen below' }).observe(a)</script>", ["seen below"], []),
    "consent": ("<p>behind the wall</p><div style='position: fixed; inset: 0; background: white'>We value your cookies"
                "<button onclick='this.parentNode.remove()'>Yes</button></div>", ["behind the wall"], []),
    "elsewhere": ("<p>from here</p><script>location = '/say/elsewhere'</script>", ["elsewhere"], ["from here"]),
    "replaced": ("<p>from here</p><script>location.replace('/say/replaced')</script>", ["replaced"], ["from here"]),
    "routed": ("<p id=a>from here</p><script>history.pushState(0, '', '/other/route'); a.textContent = 'at ' + location.pathname</script>",
               ["at /other/route"], ["from here"]),
    "consent first": ("<div id=wall>We value your cookies<button id=b>Yes</button></div><script>b.onclick = () => fetch('/say/article')"
                      ".then(r => r.text()).then(t => document.body.append(t))</script>", ["We value your cookies"], ["article"]),
    "refresh": ("<meta http-equiv=refresh content='0; url=/say/refreshed'><p>from here</p>", ["refreshed"], ["from here"]),
    "written": ("<p>a</p><script>document.write('<p>by document.write')</script>", ["by document.write"], []),
    "opened": ("<p>a</p><script>document.open(); document.write('<p>all anew'); document.close()</script>", ["all anew"], []),
    "broken": ("<p>before</p><script>document.body.append('made'); nowhere.at.all()</script><script>}{</script>", ["before", "made"], []),
    "dialogs": ("<p>a</p><script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 1; document.body.append('after them')</script>",
                ["after them"], []),
    "noscript": ("<noscript>switch scripts on</noscript><p>b</p>", ["b"], ["switch scripts on"]),
    "download": ("<p>stays</p><script>location = '/attachment'</script><a id=b download href='/say/saved'></a><script>b.click()</script>",
                 ["stays"], ["saved"]),
    "storage": ("<p id=a></p><script>const had = localStorage.n; localStorage.n = 1; document.cookie = 'n=1';"
                "a.textContent = had ? 'a visitor' : 'a stranger'</script>", ["a stranger"], ["a visitor"]),
    "worker": ("<p id=a></p><script>new Worker('/worker.js').onmessage = e => a.textContent = e.data</script>", ["by-fetch, in a worker"], []),
    "absent": ("<p id=a></p><script>a.textContent = ['serviceWorker' in navigator, 'RTCPeerConnection' in window,"
               " 'WebTransport' in window].join()</script>", ["false,false,false"], []),
    "surrogates": ("<p id=a></p><script>a.textContent = 'lone ' + String.fromCharCode(0xD800) + ' \\ud83c\\udf27 end'</script>",
                   ["lone \ufffd \U0001f327 end"], []),
}

CHAIN = ("<p>a</p><script>let n = 0; const f = () => fetch('/say/part' + ++n).then(r => r.text()).then(t => { document.body.append(t + ' ');"
         " if (n < 4) setTimeout(f, 250) }); f()</script>")
FOUND = "<p>a</p><script>setTimeout(() => document.body.innerHTML += '<p class=\"it\">there</p>', 900)</script>"
SLOW = "<p>a</p><script>setTimeout(() => document.body.append('much later'), 8000)</script>"
ONGOING = "<p>a</p><script>setInterval(() => fetch('/say/again'), 50)</script>"

# What is waited for: name -> (page, query, what the text holds, what it does not, whether the page had what was waited for)
WAITS = {
    "load": ("<p>at load</p><script>setTimeout(() => document.body.append('later'), 1500)</script>", {"wait.quiet_ms": 0}, "at load", "later", True),
    "quiet for longer than the page's pauses": (CHAIN, {"wait.quiet_ms": 900}, "part4", None, True),
    "quiet for less": (CHAIN, {"wait.quiet_ms": 10}, "a", "part4", True),
    "quiet, and it never is": (ONGOING, {"wait.quiet_ms": 500, "fetch.timeout_ms": 2500}, "a", None, False),
    "a selector": (FOUND, {"wait.selector": "p.it"}, "there", None, True),
    "a selector without quiet": (FOUND, {"wait.selector": "p.it", "wait.quiet_ms": 0}, "there", None, True),
    "a selector that never matches": (FOUND, {"wait.selector": "p.that", "fetch.timeout_ms": 3500}, "there", None, False),
    "a selector that is none": (FOUND, {"wait.selector": "p[", "fetch.timeout_ms": 2500}, "a", None, False),
    "a selector that is none, for which nothing is waited": (SLOW, {"wait.selector": "p["}, "a", "much later", False),
    "a long selector in other letters": (FOUND, {"wait.selector": "p.it" + ",.ب" * 120}, "there", None, True),
}

# Ways to an address that leave the page where it is: {t} is the address.
PARTS = """
<img src="{t}"><img srcset="{t} 2x"><script src="{t}"></script><link rel=stylesheet href="{t}"><link rel=preload as=script href="{t}">
<link rel=prefetch href="{t}"><link rel=preconnect href="{t}"><link rel=dns-prefetch href="{t}"><link rel=modulepreload href="{t}">
<link rel=icon href="{t}"><link rel=manifest href="{t}"><iframe src="{t}"></iframe><object data="{t}"></object><embed src="{t}">
<video src="{t}" autoplay poster="{t}"><track src="{t}" default></video><audio src="{t}" autoplay></audio>
<svg><image href="{t}"/><use href="{t}#a"/></svg><input type=image src="{t}">
<style>@import "{t}"; @font-face {{ font-family: f; src: url("{t}") }} p {{ font-family: f; background: url("{t}") }}</style>
<iframe name=f></iframe><form id=i action="{t}" method=post target=f><input name=a value=b></form><p>text</p>
<a id=ping href="#x" ping="{t}">a</a>
<script>
document.getElementById('i').submit(); ping.click(); window.open("{t}"); navigator.sendBeacon("{t}", 'x');
fetch("{t}", {{mode: 'no-cors'}}).catch(e => 0); fetch("{t}", {{method: 'POST', body: 'x'}}).catch(e => 0);
const x = new XMLHttpRequest(); try {{ x.open('GET', "{t}"); x.send() }} catch (e) {{}}
for (const make of [() => new Worker("{t}"), () => new WebSocket("{t}".replace(/^http/, 'ws')), () => new EventSource("{t}"),
    () => new RTCPeerConnection({{iceServers: [{{urls: 'stun:{h}'}}]}}).createDataChannel('a'), () => importScripts("{t}"),
    () => navigator.serviceWorker.register("{t}"), () => new WebTransport("{t}")]) try {{ make() }} catch (e) {{}}
import("{t}").catch(e => 0);
new Worker(URL.createObjectURL(new Blob(['fetch("{t}").catch(e => 0); importScripts("{t}")'])));
</script>"""

# Ways that take the whole page there.
WAYS = {
    "location": "<p>stays</p><script>location = '{t}'</script>",
    "meta refresh": "<meta http-equiv=refresh content='0; url={t}'><p>stays</p>",
    "form post": "<p>stays</p><form id=f method=post action='{t}'><input name=a value=b></form><script>f.submit()</script>",
    "form get": "<p>stays</p><form id=f action='{t}'><input name=a value=b></form><script>f.submit()</script>",
    "location, before the text": "<script>location = '{t}'</script><p>stays</p>",
    "refresh, before the text": "<meta http-equiv=refresh content='0; url={t}'><script>1</script><p>stays</p>",
    "link": "<p>stays</p><a id=a href='{t}'>a</a><script>a.click()</script>",
    "history": "<p>stays</p><base href='{t}'><a id=a href='b'>a</a><script>a.click()</script>",
}
