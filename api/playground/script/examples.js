/* Pages to try. Their texts are our own. */

const list = '<ul><li><a href="/a">$1</a><li><a href="/b">$2</a><li><a href="/c">$3</a></ul>';
const menu = (...names) => list.replace(/\$(\d)/g, (_, i) => names[i - 1]);
export const examples = {
  english: `<!DOCTYPE html>
<html lang="en">
<head><title>Night bus returns to the harbour - Harbour Times</title>
<meta name="author" content="Anna Lee"><meta property="og:site_name" content="Harbour Times"></head>
<body>
<header class="top"><a href="/">Harbour Times</a>${menu("News", "Sport", "Weather")}</header>
<div class="teasers">${menu("Rain on Sunday", "Market moves", "Library closed")}</div>
<article>
<h1>Night bus returns to the harbour</h1>
<time datetime="2026-03-02">2 March 2026</time>
<p>From next Monday a bus will run between the station and the harbour every half hour until two in the
morning, the council decided on Tuesday after a long debate.</p>
<p>The line was given up nine years ago, when the ferry stopped sailing after dark. Since the ferry sails again,
people have had to walk the four kilometres along the coast road, where there is no pavement.</p>
<h2>Paid for by the port</h2>
<p>Two thirds of the cost are borne by the port, which earns from each passenger who comes ashore. The rest is to be
covered by tickets at the price of an ordinary ride.</p>
<p>If more than sixty people ride each night, the council wants to keep the bus running in winter as well.</p>
</article>
<aside><h3>Most read</h3>${menu("Old crane sold", "Two new bakers", "Fog for a week")}</aside>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> <a href="/jobs">Jobs</a></footer>
</body>
</html>
`,
  arabic: `<!DOCTYPE html>
<html lang="ar" dir="rtl">
<head><title>حافلة الليل تعود إلى الميناء - أخبار الساحل</title></head>
<body>
<header class="top"><a href="/">أخبار الساحل</a>${menu("الأخبار", "الرياضة", "الطقس")}</header>
<div class="teasers">${menu("مطر يوم الأحد", "السوق ينتقل", "المكتبة مغلقة")}</div>
<article>
<h1>حافلة الليل تعود إلى الميناء</h1>
<time datetime="2026-03-02">٢ مارس ٢٠٢٦</time>
<p>تسير ابتداء من يوم الاثنين القادم حافلة بين المحطة والميناء كل نصف ساعة حتى الثانية صباحا، كما قرر المجلس
يوم الثلاثاء بعد نقاش طويل.</p>
<p>كان الخط قد أوقف قبل تسع سنوات حين توقفت العبّارة عن الإبحار بعد حلول الظلام. ومنذ أن عادت العبّارة اضطر
الناس إلى السير أربعة كيلومترات على طريق الساحل الذي لا رصيف له.</p>
<h2>الميناء يدفع</h2>
<p>يتحمل الميناء ثلثي التكلفة لأنه يكسب من كل راكب ينزل إلى البر، ويغطى الباقي من التذاكر بسعر الرحلة العادية.</p>
<p>وإذا ركب الحافلة أكثر من ستين شخصا كل ليلة فسيبقيها المجلس في الشتاء أيضا.</p>
</article>
<footer><a href="/imprint">من نحن</a> <a href="/privacy">الخصوصية</a></footer>
</body>
</html>
`,
};
