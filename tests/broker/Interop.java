import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka's own client for the tests: BROKER TOPIC produce CODEC VALUE... | consume COUNT. */
class Interop {
    public static void main(String[] arguments) throws Exception {
        String topic = arguments[1];
        Properties settings = new Properties();
        settings.put("bootstrap.servers", arguments[0]);
        if (arguments[2].equals("produce")) {
            settings.put("compression.type", arguments[3]);
            settings.put("linger.ms", "100");
            var strings = new StringSerializer();
            try (var producer = new KafkaProducer<>(settings, strings, strings)) {
                for (String value : List.of(arguments).subList(4, arguments.length)) {
                    producer.send(new ProducerRecord<>(topic, 0, null, value));
                }
            }
        } else {
            int left = Integer.parseInt(arguments[3]);
            var strings = new StringDeserializer();
            try (var consumer = new KafkaConsumer<>(settings, strings, strings)) {
                var partition = new TopicPartition(topic, 0);
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                while (left > 0) {
                    for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                        System.out.println(record.offset() + " " + record.value());
                        left--;
                    }
                }
            }
        }
    }
}
