// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct ObservableLawsTests {
    @Test(arguments: OperatorCase.all)
    func operatorKeepsTheLaws(_ operatorCase: OperatorCase) {
        checkObservableLaws(operatorCase)
    }

    @Test(arguments: SubjectCase.all)
    func subjectKeepsTheLaws(_ subjectCase: SubjectCase) {
        checkObservableLaws(subjectCase.asOperator)
        checkSubjectLaws(subjectCase)
    }
}
