import com.sun.management.OperatingSystemMXBean;
import de.l3s.boilerpipe.document.TextDocument;
import de.l3s.boilerpipe.extractors.ArticleExtractor;
import de.l3s.boilerpipe.sax.BoilerpipeSAXInput;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.xml.sax.InputSource;

/** boilerpipe's ArticleExtractor as Debian packages it. Standard input and output: see reader.mjs. */
final class Boilerpipe {
    private static String text = "";
    private static String title = "";

    private static void extract(String html) throws Exception {
        TextDocument document = new BoilerpipeSAXInput(new InputSource(new StringReader(html))).getTextDocument();
        title = document.getTitle() == null ? "" : document.getTitle();
        text = ArticleExtractor.INSTANCE.getText(document);
    }

    public static void main(String[] arguments) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            String html = Files.readString(Path.of(name));
            long began = system.getProcessCpuTime();
            text = "";
            title = "";
            try {
                extract(html);
            } catch (Exception | StackOverflowError error) {
                System.err.println(name + ": " + error);
            }
            long used = system.getProcessCpuTime() - began;
            Files.writeString(Path.of(name + ".boilerpipe.txt"), text);
            Files.writeString(Path.of(name + ".boilerpipe.title"), title);
            System.out.println(used / 1e9);
        }
    }
}
