import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.Errors;

/** Writes what the drift check compares into a directory: schema files, error codes, header versions. */
public class Export {
    public static void main(String[] args) throws IOException {
        Path out = Path.of(args[0]);
        schemas(Files.createDirectories(out.resolve("schemas")));
        try (PrintStream errors = new PrintStream(out.resolve("errors.tsv").toFile(), "UTF-8")) {
            errors(errors);
        }
        try (PrintStream headers = new PrintStream(out.resolve("headers.tsv").toFile(), "UTF-8")) {
            headers(headers);
        }
    }

    private static void schemas(Path out) throws IOException {
        String jar = Errors.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarFile file = new JarFile(jar)) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) file.stream()::iterator) {
                Path path = Path.of(entry.getName());
                if (path.startsWith("common/message") && entry.getName().endsWith(".json")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        Files.copy(in, out.resolve(path.getFileName().toString()));
                    }
                }
            }
        }
    }

    private static void errors(PrintStream out) {
        for (Errors error : Errors.values()) {
            boolean retriable = error.exception() instanceof RetriableException;
            String message = error.message().replaceAll("\\s+", " ");
            out.println(error.code() + "\t" + error.name() + "\t" + retriable + "\t" + message);
        }
    }

    private static void headers(PrintStream out) {
        for (ApiMessageType type : ApiMessageType.values()) {
            // Empty where the release has removed the API.
            for (short v = type.lowestSupportedVersion(); v <= type.highestSupportedVersion(true); v++) {
                out.println(type.apiKey() + "\t" + v + "\t" + type.requestHeaderVersion(v) + "\t"
                    + type.responseHeaderVersion(v));
            }
        }
    }
}
