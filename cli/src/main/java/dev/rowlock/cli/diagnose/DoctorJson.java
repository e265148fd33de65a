package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.Examination;
import dev.rowlock.diagnose.doctor.Finding;
import dev.rowlock.diagnose.doctor.Severity;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A doctor's report for programs. */
final class DoctorJson {
    private DoctorJson() {}

    static Map<String, Object> of(DoctorReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", report.server());
        json.put("account", report.account());
        json.put("blocksGoLive", report.blocksGoLive());
        for (Severity severity : Severity.values()) {
            json.put(word(severity), report.count(severity));
        }
        json.put("tablesChosen", word(report.chosen()));
        json.put("tables", report.tables());
        json.put("findings", report.findings().stream().map(DoctorJson::finding).toList());
        json.put(
                "examinations",
                report.examinations().stream().map(DoctorJson::examination).toList());
        json.put("tookMs", report.took().toMillis());
        return json;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", finding.id());
        json.put("severity", word(finding.severity()));
        json.put("about", finding.about());
        json.put("what", finding.what());
        json.put("why", finding.why());
        json.put("remedy", finding.remedy());
        json.put("rule", finding.rule());
        return json;
    }

    private static Map<String, Object> examination(Examination examination) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", examination.id());
        json.put("about", examination.about());
        json.put("outcome", word(examination.outcome()));
        json.put("tookMs", examination.took().toMillis());
        return json;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
