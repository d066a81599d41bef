#include "dana/algorithm.h"

#include "base/ascii.h"

/* Systems that the papers name: thesis chapters 3, 5 and 6. core/README.md lists them with what is
 * built (the lint compares both). */
static const dana_algorithm_absent absent[] = {
    {"mantratzis", "Mantratzis et al.",
     "Mantratzis, Orgun, Cassidy, Hypertext 2005; Mantratzis, Cassidy, CIMCA 2005; "
     "thesis 3.2.2",
     "Neither the thesis nor what is public of its papers (abstracts and first "
     "pages were found, under both titles and all authors) gives the scores of an "
     "area or the rule that removes one; the quota of links that it shares with "
     "Crunch is lqf."},
    {"bar-yossef", "Template detection via data mining",
     "Bar-Yossef, Rajagopalan, WWW 2002; thesis 3.1.1",
     "The thesis names it and no more. It finds parts of pages that come again on "
     "pages linked with one another: that takes the links of a crawl, which no "
     "request has. Of the methods for several pages, sst is built."},
    {"chen-templates", "Template detection for large scale search engines",
     "Chen, Ye, Li, SAC 2006; thesis 3.1.1",
     "The thesis names it and no more: it is a step in building the index of a "
     "search engine. Of the methods for several pages, sst is built."},
    {"exalg", "EXALG", "Arasu, Garcia-Molina, ICDE 2003; thesis 3.1.1",
     "It gives the fields of records of pages that one program makes, not their "
     "main content; the thesis names it and no more."},
    {"fastcontentextractor", "FastContentExtractor",
     "Nguyen, Nguyen, Pham, Bui, KSE 2009; thesis 3.1.1",
     "The thesis names it and no more, and no description of how it stores and "
     "compares templates was at hand. Of the methods for several pages, sst is "
     "built."},
    {"gibson-templates", "The volume and evolution of web page templates",
     "Gibson, Punera, Tomkins, WWW 2005; thesis 3.1.1",
     "The thesis takes the names of two groups of methods from it, local and "
     "global, and describes none."},
    {"kolcz", "Site-independent template-block detection", "Kolcz, Yih, PKDD 2007; thesis 3.1.1",
     "It trains a classifier of single pages on blocks that come again within many "
     "sites: that takes a crawl of many sites. auto is trained on gold texts in "
     "place of it."},
    {"ma", "Extracting unstructured data from template generated documents",
     "Ma, Goharian, Chowdhury, Chung, CIKM 2003; thesis 3.1.1",
     "The thesis names it and no more. Of the methods for several pages, sst is "
     "built, which tells texts that come again by their place too."},
    {"noise-eliminator", "NoiseEliminator",
     "Htwe, International Journal of Network and Mobile Technologies 2010; thesis "
     "3.1.1",
     "The thesis names it and no more, and no description of its noise patterns was "
     "at hand."},
    {"rtdm-td", "RTDM-TD",
     "Vieira, da Silva, Pinto, de Moura, Cavalcanti, Freire, CIKM 2006; thesis "
     "3.1.1",
     "The thesis names it and no more. It finds the subtrees that pages share by "
     "tree edit distance, in time that grows with the product of two pages' sizes; "
     "sst finds what is shared by place in linear time."},
    {"wang", "Incremental web page template detection",
     "Wang, Fang, Cheng, Guo, Xu, WWW 2008; thesis 3.1.1",
     "The thesis names it and no more; it is for crawls that go on, and a request "
     "ends."},
    {"ncleaner", "NCleaner", "Evert, LREC 2008; thesis 3.5",
     "The thesis names it and no more. Its models of n-grams could be trained on "
     "our pages; the rules that clean a page before them are not in our papers."},
    {"victor", "Victor", "Spousta, Marek, Pecina, WAC-4 2008; thesis 3.5",
     "A conditional random field over blocks, as that of Gibson, Wellner and Lubar; "
     "the thesis names it and none of its features, in which alone it would differ."},
    {"hu-html", "Title extraction from bodies of HTML documents",
     "Hu, Xin, Song, Hu, Shi, Cao, Li, SIGIR 2005; thesis 5.1",
     "A perceptron reads sizes and weights of fonts and positions of lines, which "
     "boxes of a rendered page tell; the thesis names these kinds of features and "
     "none of them. The first text of the largest size is largest-font."},
    {"hu-documents", "Automatic extraction of titles from general documents",
     "Hu, Li, Cao, Teng, Meyerzon, Zheng, JCDL 2005; thesis 5.1",
     "It reads documents of office programs, whose formatting an HTML page does not "
     "have."},
    {"xue", "Web page title extraction and its application",
     "Xue, Hu, Xin, Song, Shi, Cao, Lin, Li, IPM 2007; thesis 5.1",
     "It reads the formatting of a rendered page, and words; the thesis has none of "
     "its features."},
    {"ibrahim", "Automatic extraction of textual elements from news web pages",
     "Ibrahim, Darwish, Madany, LREC 2008; thesis 5.1",
     "The thesis tells that a support vector machine reads structural features, and "
     "none of these; titlerank is a ranker trained on our pages."},
    {"changuel", "A general learning method for automatic title extraction",
     "Changuel, Labroche, Bouchon-Meunier, MLDM 2009; thesis 5.1",
     "The thesis tells that labels come from the head of the page, and none of the "
     "features. titlerank is trained on pages whose headlines are known."},
    {"zhang", "Automatic content based title extraction for Chinese documents",
     "Zhang, Sun, Liu, NLP-KE 2005; thesis 5.1",
     "It is for Chinese research papers and knows words of their headlines "
     "beforehand; the thesis names no feature."},
    {"fan", "Title identification of web article pages",
     "Fan, Luo, Joshi, SPIE 2011; Fan and others, KDD 2011; thesis 5.1",
     "The thesis tells which lines of a rendered page are candidates, by the place "
     "and the size of letters of the article's text, and not how the score of size "
     "and position ranks them. With a score of our own it found fewer headlines than "
     "largest-font."},
    {"kdt", "Knowledge discovery in text", "Feldman, Dagan, Hirsh, JIIS 1998; thesis 6.6.1",
     "It labels documents with keywords of a hierarchy that experts define and "
     "compares their distributions; the thesis gives no formula. Trends of keywords "
     "are /v1/trends."},
    {"mei", "Evolutionary theme patterns", "Mei, Zhai, KDD 2005; thesis 6.6.1",
     "A probabilistic model that finds themes by itself; the thesis gives no "
     "formula. Trends of themes that a query names are /v1/trends."},
    {"chen-trends", "Trends by temporal segmentation", "Chen, Chundi, DaWaK 2009; thesis 6.6.1",
     "It cuts time into segments by fuzzy measures of a topic; the thesis gives "
     "none of its formulas."},
    {"attention", "ATTention", "Naveed, Sizov, Staab, ECIR 2011; thesis 6.6.1",
     "A Bayesian model of authors, topics and time, which needs the authors of the "
     "documents; the thesis gives no formula."},
};

size_t dana_algorithm_absent_count(void)
{
    return DANA__COUNT(absent);
}

const dana_algorithm_absent *dana_algorithm_absent_at(size_t index)
{
    return index < DANA__COUNT(absent) ? &absent[index] : NULL;
}
